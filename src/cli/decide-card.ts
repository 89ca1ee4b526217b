import { HostError } from '../base/host-error.ts'
import type { ApprovalView, Scope } from '../contract/approvals.ts'
import { outcomeLine } from './approval-words.ts'
import { approveByRule, candidateLines, candidatesFor, madeLines, pickCandidate } from './approve-by-rule.ts'
import { cardLines } from './ask-card.ts'
import { changedLines } from './changed-lines.ts'
import { editedCard, editedLines } from './edited-card.ts'
import { editText, pageText } from './lend-terminal.ts'
import { block, type Output } from './output.ts'
import { parseObject } from './parse-arguments.ts'
import type { Scene } from './watch-scene.ts'

const FOR_MS = 5 * 60_000
const WORD = 'approve'

interface Choice {
  readonly key: string
  readonly words: string
  readonly scope?: Scope
}

const CHOICES: readonly Choice[] = [
  { key: '1', words: 'approve once', scope: 'once' },
  { key: '2', words: 'for 5 minutes', scope: 'minutes' },
  { key: '3', words: 'for this run', scope: 'run' },
  { key: '4', words: 'by rule', scope: 'rule' },
  { key: '5', words: 'deny' },
  { key: 'm', words: 'deny and say why' },
  { key: 'e', words: 'edit, then approve', scope: 'once' },
  { key: 'v', words: 'show everything' },
  { key: 's', words: 'skip' },
  { key: 'q', words: 'quit' },
]
const QUESTION_CHOICES: readonly Choice[] = [
  { key: '1', words: 'answer' },
  { key: '5', words: 'deny' },
  ...CHOICES.filter(({ key }) => 'vsq'.includes(key)),
]

function choicesOf({ kind, options }: ApprovalView): readonly Choice[] {
  if (kind === 'question') return QUESTION_CHOICES
  return CHOICES.filter(({ scope }) => scope === undefined || options.includes(scope))
}

export function choiceLines(approval: ApprovalView, { isPlain, paint }: Output): string[] {
  const choices = choicesOf(approval)
  if (isPlain) return choices.map(({ key, words }) => `Choice ${key}: ${words}`)
  const line = (keys: RegExp) =>
    choices
      .filter(({ key }) => keys.test(key))
      .map(({ key, words }) => `${paint('bold', key)} ${words}`)
      .join('   ')
  return ['', line(/\d/), line(/\D/)]
}

interface Desk extends Scene {
  readonly approval: ApprovalView
  /** Aborted when the card is not what it was. */
  readonly stale: AbortSignal
}

/** Until something is decided or skipped (true), or the card is stale or the person left (false). */
export async function decideCard(
  scene: Scene,
  approval: ApprovalView,
  { isWhole, stale }: { readonly isWhole: boolean; readonly stale: AbortSignal },
): Promise<boolean> {
  const desk: Desk = { ...scene, approval, stale }
  let hasSeenAll = isWhole
  for (;;) {
    const key = (await scene.input.ask(scene.output.isPlain ? 'Your choice: ' : '> ', stale))?.trim()
    if (key === undefined) return false
    const choice = choicesOf(approval).find((one) => one.key === key)
    if (choice === undefined) {
      scene.say(
        key === '' ? 'Type one of the choices, then Enter.' : `"${key.slice(0, 40)}" is not one of the choices.`,
      )
      continue
    }
    if (choice.scope !== undefined && !hasSeenAll) {
      scene.say('Not everything of it was shown yet: look at it with v first.')
      continue
    }
    if (key === 'v') hasSeenAll = true
    if (await act(desk, choice)) return true
    if (stale.aborted) return false
  }
}

/** True when the card is done with. What the daemon refuses is told, and the person may choose again. */
async function act(desk: Desk, choice: Choice): Promise<boolean> {
  const { approval, queue, say, leave } = desk
  try {
    switch (choice.key) {
      case 'q':
        leave()
        return true
      case 's':
        queue.skip(approval.id)
        return true
      case 'v':
        await showAll(desk)
        return false
      case 'm':
        return await denyWithWords(desk)
      case '5':
        return await settle(desk, { decision: 'deny' })
      case 'e':
        return await editAndApprove(desk)
      case '4':
        return await byRule(desk)
    }
    if (approval.kind === 'question') return await answer(desk)
    if (!(await isMeant(desk))) return false
    const forMs = choice.scope === 'minutes' ? { forMs: FOR_MS } : {}
    return await settle(desk, { decision: 'approve', scope: choice.scope, ...forMs })
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause
    say(...[cause.message, cause.hint].filter((line) => line !== undefined))
    if (['CONFLICT', 'APPROVAL_EXPIRED', 'NOT_FOUND'].includes(cause.code)) queue.refresh()
    return false
  }
}

async function settle({ api, approval, queue, say }: Desk, decision: object): Promise<boolean> {
  const { id, version, digest } = approval
  const decided = await api.post<ApprovalView>(`/api/approvals/${id}/decision`, { version, digest, ...decision })
  queue.drop(id)
  say(outcomeLine(decided))
  return true
}

/** What is risky wants a word, not a key. */
async function isMeant({ approval, input, say, stale }: Desk): Promise<boolean> {
  const { tier } = approval.risk
  if (tier === 'low' || tier === 'medium') return true
  const word = await input.ask(`This is ${tier} risk. Type ${WORD} and Enter: `, stale)
  if (word?.trim() === WORD) return true
  if (word !== undefined) say('Not approved.')
  return false
}

async function answer({ api, approval, input, queue, say, stale }: Desk): Promise<boolean> {
  const text = await input.ask('Answer: ', stale)
  if (text === undefined || text.trim() === '') return false
  const { id, version } = approval
  const answered = await api.post<ApprovalView>(`/api/approvals/${id}/answer`, { version, text })
  queue.drop(id)
  say(outcomeLine(answered))
  return true
}

async function denyWithWords(desk: Desk): Promise<boolean> {
  const message = await desk.input.ask('Tell the agent why: ', desk.stale)
  if (message === undefined || message.trim() === '') return false
  return settle(desk, { decision: 'deny', message })
}

async function byRule(desk: Desk): Promise<boolean> {
  const { api, approval, input, output, queue, say, stale } = desk
  const candidates = await candidatesFor(api, approval)
  if (candidates.length === 0) {
    say('No rule can cover this call.')
    return false
  }
  say(...candidateLines(candidates, output))
  const given = await input.ask('Which rule? Its number, or Enter to go back: ', stale)
  if (given === undefined || given.trim() === '') return false
  const candidate = pickCandidate(candidates, given.trim())
  if (!(await isMeant(desk))) return false
  const { approval: decided, rules } = await approveByRule(api, approval, candidate)
  queue.drop(approval.id)
  say(outcomeLine(decided), ...madeLines(rules))
  return true
}

async function editAndApprove(desk: Desk): Promise<boolean> {
  const { approval, context, input, say, stale } = desk
  const before = `${JSON.stringify(approval.args, null, 2)}\n`
  const after = await input.lend(() => editText(before, 'arguments.json', context.env))
  if (after === undefined || after === before) {
    say(after === undefined ? 'The editor failed; nothing was changed.' : 'Nothing was changed.')
    return false
  }
  const editedArgs = parseObject(after, 'What you wrote')
  say('With these arguments instead:', ...changedLines(before, after).map(({ sign, text }) => drawn(sign, text)))
  const { card, decision } = await editedCard(desk.api, approval, editedArgs)
  say('', ...editedLines(card, desk.output))
  if (card.verdict === 'deny') return false
  const word = await input.ask(`Type ${WORD} and Enter to let it run so: `, stale)
  if (word?.trim() === WORD) return settle(desk, { decision: 'approve', scope: 'once', ...decision })
  if (word !== undefined) say('Not approved.')
  return false
}

function drawn(sign: string, text: string): string {
  return block(text, `  ${sign} `)[0] ?? ''
}

async function showAll({ approval, context, input, output, say }: Desk): Promise<void> {
  const lines = cardLines(approval, output, Date.now())
  if (!output.isPlain && (await input.lend(() => pageText(`${lines.join('\n')}\n`, context.env)))) return
  say('', ...lines)
}
