import { HostError } from '../base/host-error.ts'
import type { Environment } from '../config/data-directory.ts'
import { applyEdit } from './apply-edit.ts'
import { type ConfigFile, readConfigFile } from './config-file.ts'
import { readForEdit } from './edit-entry.ts'
import type { Applied, CommandPlan } from './plan.ts'
import { entryOf } from './plan-connect.ts'
import { isOurs } from './read-entry.ts'
import { type ConnectionRecord, fingerprint, type Records } from './records.ts'
import type { Ran, Run } from './run-program.ts'
import type { Target } from './target.ts'
import { regionBetween, swapBack } from './text-region.ts'
import { assertUnchanged, replaceConfig } from './write-config.ts'

interface Tools {
  readonly target: Target
  readonly records: Records
  readonly run: (run: Run) => Promise<Ran>
  readonly env: Environment
  readonly directory: string
  readonly timeoutMs: number
  readonly now: () => number
}

/** Runs the client's own program, looks at what it did, and does the rest by an edit. */
export async function applyCommand(plan: CommandPlan, tools: Tools): Promise<Applied> {
  const { before, record } = plan.fallback
  const { target, records } = tools
  assertUnchanged(before)
  const backup =
    before.found === null ? null : records.backUp(plan.client, before.target, before.found.text, tools.now())
  const { program: file, args } = plan
  const ran = await tools.run({ file, args, directory: tools.directory, env: tools.env, timeoutMs: tools.timeoutMs })
  const found = readConfigFile(before.path)
  const state = lookAt(target, found)
  if (state === 'damaged') throw restored(plan, found, ran)
  if (plan.action === 'connect' && state === 'ours' && record !== null) records.save(recordOf(plan, record, found))
  const rest = plan.rest()
  if (rest.kind === 'edit') applyEdit(rest, records, tools.now())
  if (plan.action === 'disconnect') records.forget(plan.client, before.target)
  const isDone = state === (plan.action === 'connect' ? 'ours' : 'absent')
  return {
    client: plan.client,
    action: plan.action,
    file: plan.file,
    how: isDone ? 'command' : 'edit',
    backup,
    isFileGone: readConfigFile(before.path).found === null,
    fellBack: isDone ? null : reasonOf(ran, file),
  }
}

function lookAt(target: Target, { found }: ConfigFile): 'ours' | 'other' | 'absent' | 'damaged' {
  const read = readForEdit(target.format, found?.text ?? '', target.place)
  if (!read.ok) return 'damaged'
  const entry = entryOf(read.outline, target)
  if (entry === undefined) return 'absent'
  return isOurs(entry) ? 'ours' : 'other'
}

/** The same undo as for an edit, over whatever the program has made of the file. */
function recordOf({ fallback }: CommandPlan, record: ConnectionRecord, { found }: ConfigFile): ConnectionRecord {
  const without = record.madeFile ? '' : swapBack(fallback.after ?? '', record.region)
  const text = found?.text ?? ''
  return { ...record, region: regionBetween(without, text), afterSha256: fingerprint(text) }
}

function restored({ fallback, file, program }: CommandPlan, found: ConfigFile, ran: Ran): HostError {
  const { before } = fallback
  if (before.found !== null) replaceConfig(found, before.found.text)
  return new HostError('EXECUTION_FAILED', `${program} left ${file} unreadable, so it was put back as it was.`, {
    hint: ran.ok ? 'Leave --own-cli out: the file is edited then.' : ran.reason,
  })
}

function reasonOf(ran: Ran, program: string): string {
  return ran.ok ? `${program} ended well, but the file does not show it.` : ran.reason
}
