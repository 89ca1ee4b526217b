import type { ApprovalView } from '../contract/approvals.ts'
import type { Resource } from '../contract/resources.ts'
import { reasonLines, riskWords } from './approval-words.ts'
import { shortId } from './ask-list.ts'
import { changedLines } from './changed-lines.ts'
import { changesLines, treeLines } from './file-preview-lines.ts'
import { block, type Output, shown, span, table } from './output.ts'

interface Position {
  readonly index: number
  readonly count: number
}

export interface WatchCard {
  readonly lines: readonly string[]
  /** False when something was left out that only the whole card shows. */
  readonly isWhole: boolean
}

const DETAIL_LINES = 60

/** A card as it scrolls by: who, where, what and why. */
export function watchCard(approval: ApprovalView, position: Position, { paint }: Output, now: number): WatchCard {
  const { label, lineage, cwd, details, note, risk, id } = approval
  const { lines, left } = detailLines(approval, ({ sign, text }) => {
    const [line = ''] = block(text, `  ${sign} `)
    return sign === ' ' ? line : paint(sign === '+' ? 'green' : 'red', line)
  })
  return {
    isWhole: left === 0,
    lines: [
      '',
      `${riskWords(risk.tier, paint)}  ${paint('bold', shown(label))}`,
      paint('dim', `${shortId(id)} · ${position.index} of ${position.count} · ${ages(approval, now)}`),
      ...details.map((detail) => `  ${shown(detail)}`),
      ...table([
        ['  who', shown(lineage.join(' › '))],
        ['  in', shown(cwd)],
        ...approval.resources.map((resource, index) => [index === 0 ? '  on' : '', touched(resource)]),
        ...reasonLines(approval).map((reason, index) => [index === 0 ? '  why' : '', reason]),
      ]),
      ...(note === null ? [] : ['  The agent says (not checked):', ...block(note, '    > ')]),
      ...lines,
      ...(left === 0
        ? []
        : [paint('yellow', `  … ${left} more lines. v shows everything; approving needs that first.`)]),
    ],
  }
}

/** The same for a screen reader: every line says what it is. */
export function plainCard(approval: ApprovalView, position: Position, now: number): WatchCard {
  const { lines, left } = detailLines(approval, ({ sign, text }) => {
    const name = { '+': 'Added line', '-': 'Removed line', ' ': 'Unchanged line' }[sign]
    return `${name}: ${shown(text)}`
  })
  return {
    isWhole: left === 0,
    lines: [
      '',
      `Request ${position.index} of ${position.count}: ${shown(approval.label)}`,
      `Risk: ${approval.risk.tier}`,
      `Id: ${shortId(approval.id)}`,
      `Asked: ${ages(approval, now)}`,
      ...approval.details.map((detail) => `Detail: ${shown(detail)}`),
      `From: ${shown(approval.lineage.join(', '))}`,
      `Directory: ${shown(approval.cwd)}`,
      ...approval.resources.map((resource) => `Touches: ${touched(resource)}`),
      ...reasonLines(approval).map((reason) => `Reason: ${reason}`),
      ...(approval.note === null ? [] : [`Agent says, not checked: ${shown(approval.note)}`]),
      ...lines,
      ...(left === 0 ? [] : [`${left} more lines. v shows everything; approving needs that first.`]),
    ],
  }
}

function ages({ createdAt, expiresAt }: ApprovalView, now: number): string {
  return `${span(now - createdAt)} ago, expires in ${span(expiresAt - now)}`
}

function touched(resource: Resource): string {
  const { protection } = resource
  const warning = protection.reason === null ? '' : `; ${protection.reason}`
  if (resource.kind === 'command') return shown(`$ ${resource.text} (${resource.effect}${warning})`)
  if (resource.kind === 'url') return shown(`${resource.url} (network${warning})`)
  const { path, access, zone, exists } = resource
  const facts = [access, ...(zone === 'outside' ? ['outside'] : []), ...(exists ? [] : ['new'])].join(', ')
  return shown(`${path} (${facts}${warning})`)
}

interface Details {
  readonly lines: readonly string[]
  readonly left: number
}

type DrawLine = (line: ReturnType<typeof changedLines>[number]) => string

function detailLines({ preview, args }: ApprovalView, draw: DrawLine): Details {
  switch (preview.kind) {
    case 'question':
      return { lines: block([preview.prompt, preview.context].filter((text) => text !== null).join('\n')), left: 0 }
    case 'file':
      return bounded(changedLines(preview.before ?? '', preview.after).map(draw))
    case 'changes':
      return bounded(changesLines(preview, draw))
    case 'tree':
      return bounded(treeLines(preview))
    case 'command': {
      const scripts = preview.scripts.flatMap(({ title, text }) => [`  ${shown(title)}`, ...block(text, '    ')])
      return bounded([...block(preview.command, '  $ '), ...scripts])
    }
    case 'arguments':
    case 'keys':
      return bounded(block(JSON.stringify(args, null, 2)))
  }
}

function bounded(lines: readonly string[]): Details {
  return { lines: lines.slice(0, DETAIL_LINES), left: Math.max(0, lines.length - DETAIL_LINES) }
}
