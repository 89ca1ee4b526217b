import { HostError } from '../base/host-error.ts'
import { assertWritable, readConfigFile } from './config-file.ts'
import { readForEdit } from './edit-entry.ts'
import type { EditPlan, RefusedPlan, UnchangedPlan } from './plan.ts'
import { entryOf } from './plan-connect.ts'
import { isOurs } from './read-entry.ts'
import type { Records } from './records.ts'
import { takeBack } from './take-back.ts'
import type { Target } from './target.ts'
import { unifiedDiff } from './unified-diff.ts'

export interface DisconnectPlanning {
  readonly target: Target
  readonly records: Records
  readonly isForced: boolean
  readonly mask: (text: string) => string
}

export function planDisconnect(planning: DisconnectPlanning): EditPlan | RefusedPlan | UnchangedPlan {
  const { target, records, isForced, mask } = planning
  const { client, file, format, place } = target
  const about = { client: client.id, action: 'disconnect', file } as const
  const before = readConfigFile(file)
  const text = before.found?.text ?? ''
  const read = readForEdit(format, text, place)
  if (!read.ok) throw byHand(target, read.reason)
  const existing = entryOf(read.outline, target)
  if (existing === undefined) return { ...about, kind: 'unchanged', reason: `${client.label} is not connected.` }
  assertWritable(before)
  const record = records.find(client.id, before.target)
  // A record of ours says nothing about an entry that somebody has put in its place.
  const back = takeBack(target, text, isOurs(existing) ? record : undefined)
  if (!back.ok) throw byHand(target, back.reason)
  const diff = mask(unifiedDiff(file, text, back.text))
  if (!isOurs(existing) && !isForced) {
    return {
      ...about,
      kind: 'refused',
      code: 'CONFLICT',
      reason: `The server "${place.name}" of ${client.label} is not upperhand.`,
      hint: `To remove it all the same: upperhand disconnect ${client.id} --force`,
      snippet: null,
      diff,
    }
  }
  return { ...about, kind: 'edit', diff, before, after: back.text, notes: [], oneGate: null, record: record ?? null }
}

function byHand({ file, place }: Target, reason: string): HostError {
  return new HostError('EXECUTION_FAILED', `${file} was left as it is. ${reason}`, {
    hint: `Take "${place.name}" out of "${place.section}" by hand.`,
  })
}
