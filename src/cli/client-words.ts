import type { Applied, CommandPlan, EditPlan, Plan, RefusedPlan } from '../clients/plan.ts'
import { block, type Output, shown } from './output.ts'

/** What a plan would do, for people. */
export function planLines(plan: Plan, output: Output): string[] {
  switch (plan.kind) {
    case 'edit':
      return diffLines(plan.diff, output)
    case 'command':
      return [`Runs: ${[plan.program, ...plan.args].map(shellWord).join(' ')}`]
    case 'unchanged':
      return [`${plan.reason} ${shown(plan.file)}`]
    case 'manual':
      return plan.steps.map((step, index) => `${index + 1}. ${shown(step)}`)
    case 'refused':
      return refusedLines(plan, output)
  }
}

export function diffLines(diff: string, { paint }: Output): string[] {
  return block(diff.trimEnd(), '').map((line) => {
    if (/^(---|\+\+\+) /.test(line)) return paint('bold', line)
    if (line.startsWith('@@')) return paint('cyan', line)
    if (line.startsWith('+')) return paint('green', line)
    return line.startsWith('-') ? paint('red', line) : line
  })
}

function refusedLines({ reason, hint, file, snippet, diff }: RefusedPlan, output: Output): string[] {
  return [
    output.paint('red', shown(reason)),
    ...(hint === null ? [] : [shown(hint)]),
    ...(diff === null ? [] : diffLines(diff, output)),
    ...(snippet === null || diff !== null ? [] : ['', `By hand: put this into ${shown(file)}`, ...block(snippet)]),
    ...(snippet?.includes('<token>') ? ['The token is in the file token of the data directory.'] : []),
  ]
}

/** What has been done. */
export function appliedLines(applied: Applied, plan: EditPlan | CommandPlan, { paint }: Output): string[] {
  const { action, backup, isFileGone, fellBack } = applied
  const verb = action === 'connect' ? 'Connected' : 'Disconnected'
  return [
    paint('green', `${verb}: ${plan.client}.${isFileGone ? ` ${shown(plan.file)} is gone again.` : ''}`),
    ...(fellBack === null ? [] : [paint('yellow', `The file was edited instead: ${shown(fellBack)}`)]),
    ...(backup === null ? [] : [`The file as it was: ${shown(backup)}`]),
    ...plan.notes.map(shown),
  ]
}

/** The same for programs. The texts of the files are left out: they may be large and hold secrets. */
export function planView(plan: Plan): object {
  switch (plan.kind) {
    case 'edit': {
      const { before: _, after: __, record: ___, oneGate: ____, ...view } = plan
      return view
    }
    case 'command': {
      const { fallback: _, rest: __, oneGate: ___, ...view } = plan
      return view
    }
    default:
      return plan
  }
}

function shellWord(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${shown(word).replaceAll("'", `'\\''`)}'`
}
