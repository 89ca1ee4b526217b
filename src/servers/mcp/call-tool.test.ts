import { expect, test } from 'vitest'
import { HostError } from '../../base/host-error.ts'
import type { CallOutcome } from '../../calls/calls.ts'
import { createCallTool } from './call-tool.ts'
import { LEGACY } from './manners.ts'
import { createFakeParts } from './mcp.fixture.ts'
import type { McpParts } from './parts.ts'
import { createPassingPeer } from './peer.ts'
import { createTasks } from './tasks.ts'

const SETTLED = {
  callId: 'call_1',
  runId: 'run_1',
  operation: 'echo',
  label: 'Echoing',
  durationMs: 3,
  progressEvents: [],
}
const SUCCEEDED: CallOutcome = {
  ...SETTLED,
  status: 'succeeded',
  output: { a: 1 },
  text: 'one',
  isTruncated: true,
  because: { step: 'grant', reason: 'granted' },
  editedByUser: true,
}

function call(parts: Partial<McpParts>, name = 'echo') {
  const all = { ...createFakeParts(), ...parts }
  const peer = createPassingPeer(all, { kind: 'stateless', credential: 'one', profile: null }, {})
  return createCallTool(all, createTasks(all))(peer, { name, args: {}, manners: LEGACY })
}

const answering = (outcome: CallOutcome) => ({ calls: { call: async () => outcome } })

test('what a person edited and what was cut is told', async () => {
  expect(await call(answering(SUCCEEDED))).toEqual({
    ok: true,
    result: {
      content: [{ type: 'text', text: 'one' }],
      structuredContent: { a: 1 },
      _meta: {
        'upperhand/executionId': 'call_1',
        'upperhand/runId': 'run_1',
        'upperhand/durationMs': 3,
        'upperhand/progressEvents': [],
        'upperhand/truncated': true,
        'upperhand/because': { step: 'grant', reason: 'granted' },
        'upperhand/editedByUser': true,
      },
    },
  })
})

test('an error has code, hint and details, and no structured content', async () => {
  const error = new HostError('APPROVAL_REQUIRED', 'A person must allow this.', { hint: 'Ask.', details: { id: 'a' } })
  const answer = await call(answering({ ...SETTLED, status: 'failed', error }))
  expect(answer).toMatchObject({
    result: {
      isError: true,
      content: [{ text: 'A person must allow this.\nAsk.' }],
      _meta: { 'upperhand/error': { code: 'APPROVAL_REQUIRED', hint: 'Ask.', details: { id: 'a' } } },
    },
  })
  expect(answer).not.toHaveProperty('result.structuredContent')
})

test('a known tool that does not know an operation is a result, an unknown one a protocol error', async () => {
  const error = new HostError('TOOL_NOT_FOUND', 'There is no such operation.')
  const outcome: CallOutcome = { ...SETTLED, status: 'failed', error }
  expect(await call(answering(outcome))).toMatchObject({ ok: true, result: { isError: true } })
  expect(await call(answering(outcome), 'zzz')).toMatchObject({ ok: false, error: { code: -32602 } })
})

test('a run that may not be opened is told like any refusal; what nobody foresaw is not told in detail', async () => {
  const refuse = () => {
    throw new HostError('PERMISSION_DENIED', 'This workspace is not allowed.', { hint: 'Name a project.' })
  }
  expect(await call({ openRun: refuse })).toMatchObject({
    result: { isError: true, _meta: { 'upperhand/error': { code: 'PERMISSION_DENIED' } } },
  })
  const burst = () => {
    throw new Error('secret detail')
  }
  const answer = await call({ openRun: burst })
  expect(answer).toMatchObject({ result: { isError: true, _meta: { 'upperhand/error': { code: 'INTERNAL' } } } })
  expect(JSON.stringify(answer)).not.toContain('secret detail')
})
