import { HostError } from '../base/host-error.ts'
import type { Clients } from '../clients/clients.ts'
import type { Applied, CommandPlan, EditPlan, Plan } from '../clients/plan.ts'
import { ERROR_CODES } from '../contract/errors.ts'
import { askLine } from './ask-person.ts'
import { appliedLines, planLines, planView } from './client-words.ts'
import type { Context } from './context.ts'
import { type Output, shown } from './output.ts'

interface Parts {
  readonly context: Context
  readonly output: Output
  readonly clients: Clients
  readonly options: { readonly dryRun?: boolean; readonly yes?: boolean }
}

/** What became of one plan. */
export interface Outcome {
  readonly plan: Plan
  readonly status: 'planned' | 'done' | 'skipped' | 'failed' | 'refused' | 'unchanged' | 'manual'
  readonly applied: Applied | null
  readonly error: HostError | null
}

/** Shows each change, asks, and makes it. One that cannot be made does not stop the others. */
export async function changeClients(plans: readonly Plan[], parts: Parts): Promise<readonly Outcome[]> {
  const { context, output, options } = parts
  const say = (lines: readonly string[]) => {
    if (!output.isJson) for (const line of lines) context.write(`${line}\n`)
  }
  const isFree = options.dryRun === true || options.yes === true || (context.isInteractive && !output.isJson)
  const outcomes: Outcome[] = []
  for (const plan of plans) {
    say([...(plan === plans[0] ? [] : ['']), ...planLines(plan, output)])
    if (isFree || !isChange(plan)) outcomes.push(await settle(plan, parts, say))
  }
  if (outcomes.length < plans.length) throw needsYes()
  return outcomes
}

/** The first thing that went wrong decides how the command ends. */
export function exitCodeOf(outcomes: readonly Outcome[]): number {
  for (const { plan, error, status } of outcomes) {
    if (error !== null) return error.exitCode
    if (plan.kind === 'refused') return ERROR_CODES[plan.code].exit
    if (status === 'skipped') return ERROR_CODES.CANCELLED.exit
  }
  return 0
}

export function outcomeView({ plan, status, applied, error }: Outcome): object {
  return {
    ...planView(plan),
    status,
    ...(applied === null ? {} : { how: applied.how, backup: applied.backup, fellBack: applied.fellBack }),
    ...(error === null ? {} : { code: error.code, reason: error.message, hint: error.hint ?? null }),
  }
}

function isChange(plan: Plan): plan is EditPlan | CommandPlan {
  return plan.kind === 'edit' || plan.kind === 'command'
}

async function settle(plan: Plan, parts: Parts, say: (lines: readonly string[]) => void): Promise<Outcome> {
  const { context, output, clients, options } = parts
  const outcome = { plan, applied: null, error: null }
  if (!isChange(plan)) return { ...outcome, status: plan.kind }
  if (options.dryRun === true) return { ...outcome, status: 'planned' }
  if (options.yes !== true && !(await isWanted(plan, context))) return { ...outcome, status: 'skipped' }
  try {
    const applied = await clients.apply(plan)
    say(appliedLines(applied, plan, output))
    return { plan, status: 'done', applied, error: null }
  } catch (cause) {
    const error = HostError.from(cause)
    if (error.code === 'INTERNAL') throw error
    if (!output.isJson) context.writeError(`${[error.message, error.hint ?? ''].join('\n').trimEnd()}\n`)
    return { ...outcome, status: 'failed', error }
  }
}

async function isWanted({ action, client, file }: EditPlan | CommandPlan, context: Context): Promise<boolean> {
  const verb = action === 'connect' ? 'Connect' : 'Disconnect'
  const answer = await askLine(context, `${verb} ${client} by changing ${shown(file)}? [y/N] `)
  return /^\s*y(?:es)?\s*$/i.test(answer ?? '')
}

function needsYes(): HostError {
  return new HostError('INVALID_PARAMETERS', 'This needs a yes, and there is no terminal to ask in.', {
    hint: 'Add --yes if you are sure, or --dry-run to look only. Nothing was changed.',
  })
}
