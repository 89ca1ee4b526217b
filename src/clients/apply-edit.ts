import type { Applied, EditPlan } from './plan.ts'
import type { Records } from './records.ts'
import { assertUnchanged, makeDirectories, removeConfig, removeDirectories, replaceConfig } from './write-config.ts'

/** Backup, record, write, in this order: whatever is interrupted in between can be undone or does no harm. */
export function applyEdit(plan: EditPlan, records: Records, now: number): Applied {
  const { before } = plan
  assertUnchanged(before)
  const backup = before.found === null ? null : records.backUp(plan.client, before.target, before.found.text, now)
  if (plan.action === 'connect') connect(plan, records)
  else disconnect(plan, records)
  const { client, action, file } = plan
  return { client, action, file, how: 'edit', backup, isFileGone: plan.after === null, fellBack: null }
}

function connect({ client, before, after, record }: EditPlan, records: Records): void {
  if (record === null || after === null) throw new Error('a connect has a record and a text')
  const previous = records.find(client, before.target)
  const made = before.found === null ? record.madeDirectories : []
  records.save(record)
  try {
    makeDirectories(made)
    replaceConfig(before, after)
  } catch (cause) {
    removeDirectories(made)
    if (previous === undefined) records.forget(client, before.target)
    else records.save(previous)
    throw cause
  }
}

function disconnect({ client, before, after, record }: EditPlan, records: Records): void {
  if (after === null) removeConfig(before)
  else replaceConfig(before, after)
  if (after === null) removeDirectories(record?.madeDirectories ?? [])
  records.forget(client, before.target)
}
