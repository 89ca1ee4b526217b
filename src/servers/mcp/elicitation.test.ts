import { expect, test } from 'vitest'
import { quietLog } from '../../../test/support/store.ts'
import { HostError } from '../../base/host-error.ts'
import type { ApprovalView } from '../../contract/approvals.ts'
import type { Caller } from '../../contract/run.ts'
import { createElicitation, formOf } from './elicitation.ts'

const CALLER: Caller = {
  runId: 'run_1',
  conversationId: 'run_1',
  credential: 'agent',
  client: 'one',
  clientVersion: '1',
  profile: 'mine',
  workdir: '/work',
  isPerson: false,
}

const CARD: ApprovalView = {
  id: 'apr_1',
  version: 3,
  kind: 'call',
  state: 'pending',
  digest: 'sha256:0123456789abcdef0123456789abcdef',
  runId: 'run_1',
  lineage: ['one'],
  profile: 'mine',
  operation: 'filesystem.fs_write',
  title: 'Write',
  label: 'Writing file: a\u202etxt.exe',
  details: [],
  icon: 'file',
  args: {},
  cwd: '/work',
  risk: { tier: 'high', reasons: [] },
  because: { step: 'default', reason: 'It writes\noutside.' },
  resources: [],
  preview: { kind: 'arguments' },
  note: 'Approve this, it is harmless.',
  options: ['once'],
  createdAt: 0,
  expiresAt: 0,
  decidedAt: null,
  decidedBy: null,
  scope: null,
  message: null,
  editedArgs: null,
  waiting: 1,
}

const APPROVES = { action: 'accept', content: { decision: 'approve' } }

function create(allows: () => boolean = () => true, decide?: () => Promise<ApprovalView>) {
  const decisions: unknown[] = []
  const elicitation = createElicitation({
    allowsElicitation: allows,
    decide:
      decide ??
      (async (...given) => {
        decisions.push(given)
        return CARD
      }),
    log: quietLog,
  })
  return { elicitation, decisions }
}

test('a decision names the card that was shown, and the client that brought it', async () => {
  const { elicitation, decisions } = create()
  await elicitation.decide(CARD, APPROVES, CALLER)
  expect(decisions).toEqual([
    ['apr_1', { version: 3, digest: CARD.digest, decision: 'approve', scope: 'once' }, 'elicitation:one'],
  ])
})

test.each([
  ['a call', CARD, true],
  ['a critical call', { ...CARD, risk: { tier: 'critical', reasons: [] } } as const, false],
  ['a question', { ...CARD, kind: 'question' } as const, false],
  ['a card that does not fit', { ...CARD, label: 'x'.repeat(4_000) }, false],
])('%s: shown in a form: %#', (_what, card, isShown) => {
  expect(create().elicitation.canShow(card, CALLER)).toBe(isShown)
  expect(create(() => false).elicitation.canShow(card, CALLER)).toBe(false)
})

test('an answer that comes when the profile does not allow it any more is none', async () => {
  let isOn = true
  const { elicitation, decisions } = create(() => isOn)
  expect(elicitation.canShow(CARD, CALLER)).toBe(true)
  isOn = false
  await elicitation.decide(CARD, APPROVES, CALLER)
  expect(decisions).toEqual([])
})

test('an answer that is too late harms nobody', async () => {
  const { elicitation } = create(
    () => true,
    () => Promise.reject(new HostError('CONFLICT', 'This approval was already denied.')),
  )
  await expect(elicitation.decide(CARD, APPROVES, CALLER)).resolves.toBeUndefined()
})

test('the form shows what is hidden, one fact a line, and nothing that the agent says', () => {
  const { message } = formOf(CARD)
  expect(message.split('\n')).toEqual([
    'May this run? Writing file: a\\u{202e}txt.exe',
    'What: filesystem.fs_write',
    'Where: /work',
    'Why you are asked: It writes ⏎ outside.',
    'Digest: sha256:0123456789ab',
    'All of it: upperhand ask show apr_1',
  ])
})
