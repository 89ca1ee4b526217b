import type { CallState, CallView } from '../contract/calls.ts'
import type { HostEvent } from '../contract/events.ts'
import { shortId } from './ask-list.ts'
import { block, moment, type Output, shown, table } from './output.ts'

const GOOD: readonly CallState[] = ['succeeded', 'running', 'waiting', 'opened', 'pending']

export function callTable(calls: readonly CallView[], { paint }: Output): string[] {
  if (calls.length === 0) return ['Nothing has been called yet.']
  return table(
    calls.map(({ id, at, state, durationMs, client, isPerson, label }) => [
      shortId(id),
      moment(at),
      GOOD.includes(state) ? state : paint('red', stateWords(state)),
      durationMs === null ? '' : `${durationMs} ms`,
      isPerson ? 'you' : shown(client),
      shown(label),
    ]),
  )
}

export function callLines(call: CallView, timeline: readonly HostEvent[], { paint }: Output): string[] {
  const { error, because, output } = call
  return [
    paint('bold', shown(call.label)),
    '',
    ...table([
      ['Id', call.id],
      ['State', stateWords(call.state)],
      ['Operation', call.operation],
      ['When', `${moment(call.at)}${call.durationMs === null ? '' : `, took ${call.durationMs} ms`}`],
      ['Who', `${call.isPerson ? 'you, with ' : ''}${shown(call.client)}, profile ${call.profile}`],
      ...(because === null ? [] : [['Why', shown(`${because.reason} (${because.step})`)]]),
      ...(call.approvalId === null ? [] : [['Approval', call.approvalId]]),
      ...(error === null ? [] : [['Error', shown(`${error.code}: ${error.message}`)]]),
    ]),
    '',
    'Arguments',
    ...block(JSON.stringify(call.args, null, 2)),
    ...(output === null ? [] : ['', 'Output', ...block(output)]),
    '',
    'What happened',
    ...table(
      timeline.map(({ seq, at, type, body }) => [`  ${seq ?? ''}`, moment(at), type, shown(JSON.stringify(body))]),
    ),
  ]
}

function stateWords(state: CallState): string {
  return state === 'unknown' ? 'outcome unknown' : state
}
