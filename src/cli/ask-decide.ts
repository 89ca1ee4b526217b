import { parseDuration } from '../base/duration.ts'
import { HostError } from '../base/host-error.ts'
import type { ApprovalView, Scope } from '../contract/approvals.ts'
import type { Api } from './api.ts'
import { outcomeLine } from './approval-words.ts'
import { approveByRule, candidatesFor, madeLines, pickCandidate } from './approve-by-rule.ts'
import { confirm } from './ask-person.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import type { Context } from './context.ts'
import { type Edited, editedCard, editedLines } from './edited-card.ts'
import { APPROVAL_ID, findApproval } from './find-approval.ts'
import type { Output } from './output.ts'
import { parseObject } from './parse-arguments.ts'

interface ApproveOptions {
  readonly for?: string
  readonly run?: boolean
  readonly rule?: boolean | string
  readonly args?: string
  readonly yes?: boolean
  readonly message?: string
}

export const approveCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'approve',
    summary: 'Let the call run: once, or for longer.',
    examples: [
      'upperhand ask approve apr_1a2b3c',
      'upperhand ask approve apr_1a2b3c --for 5m',
      'upperhand ask approve apr_1a2b3c --rule 2',
      `upperhand ask approve apr_1a2b3c --args '{"path": "notes.txt", "content": "…"}'`,
    ],
  })
    .argument(...APPROVAL_ID)
    .option('--for <duration>', 'also the same call on the same file, for 30s, 5m, 1h')
    .option('--run', 'also the same call on the same file, until this client ends')
    .option('--rule [number]', 'also always: the same call on the same file, or by the rule with this number')
    .option('--args <json>', 'run it with these arguments instead; shows the call, then asks')
    .option('--yes', 'do not ask')
    .option('-m, --message <text>', 'tell the agent something')
    .action(async (id: string, _options, command) => {
      const { api, output, options } = toolsOf<ApproveOptions>(context, command)
      const { rule } = options
      if (typeof rule === 'string') {
        scopeOf(options)
        if (options.args !== undefined) throw wrong('Edited arguments can be approved once only.')
        const approval = await findApproval(api, id)
        const candidate = pickCandidate(await candidatesFor(api, approval), rule)
        const ruled = await approveByRule(api, approval, candidate, options.message)
        output.answer(ruled, () => [outcomeLine(ruled.approval), ...madeLines(ruled.rules)])
        return
      }
      const decision = {
        decision: 'approve',
        ...scopeOf(options),
        ...(options.message === undefined ? {} : { message: options.message }),
      }
      const edited = options.args === undefined ? {} : await shownEdit(context, { api, output }, id, options)
      const approval = await decide(api, id, { ...decision, ...edited })
      output.answer(approval, () => [outcomeLine(approval)])
    })

/** What would run instead is shown before it counts. */
async function shownEdit(
  context: Context,
  { api, output }: { readonly api: Api; readonly output: Output },
  id: string,
  { args = '', yes = false }: ApproveOptions,
): Promise<Edited> {
  const approval = await findApproval(api, id)
  const edit = await editedCard(api, approval, parseObject(args, '--args'))
  if (!output.isJson) for (const line of editedLines(edit.card, output)) context.write(`${line}\n`)
  await confirm(context, 'Let it run so?', yes)
  return edit.decision
}

export const denyCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'deny',
    summary: 'Refuse the call.',
    examples: ['upperhand ask deny apr_1a2b3c -m "Use the staging server."'],
  })
    .argument(...APPROVAL_ID)
    .option('-m, --message <text>', 'tell the agent why')
    .action(async (id: string, _options, command) => {
      const { api, output, options } = toolsOf<{ message?: string }>(context, command)
      const message = options.message === undefined ? {} : { message: options.message }
      const approval = await decide(api, id, { decision: 'deny', ...message })
      output.answer(approval, () => [outcomeLine(approval)])
    })

export const answerCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'answer',
    summary: 'Answer a question, in your own words.',
    examples: ['upperhand ask answer apr_1a2b3c "the second one"'],
  })
    .argument(...APPROVAL_ID)
    .argument('<text>')
    .action(async (id: string, text: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const { id: full, version } = await findApproval(api, id)
      const approval = await api.post<ApprovalView>(`/api/approvals/${full}/answer`, { version, text })
      output.answer(approval, () => [outcomeLine(approval)])
    })

/** Bound to the version and digest that stand now: whatever changes in between makes it a conflict. */
async function decide(api: Api, id: string, decision: Readonly<Record<string, unknown>>): Promise<ApprovalView> {
  const { id: full, version, digest } = await findApproval(api, id)
  return api.post(`/api/approvals/${full}/decision`, { version, digest, ...decision })
}

function scopeOf({ for: duration, run, rule }: ApproveOptions): { scope: Scope; forMs?: number } {
  const given = [duration, run, rule].filter((option) => option !== undefined)
  if (given.length > 1) throw wrong('Choose one of --for, --run and --rule.')
  if (duration !== undefined) return { scope: 'minutes', forMs: parseDuration(duration) }
  if (run === true) return { scope: 'run' }
  return { scope: rule === true ? 'rule' : 'once' }
}

function wrong(message: string): HostError {
  return new HostError('INVALID_PARAMETERS', message)
}
