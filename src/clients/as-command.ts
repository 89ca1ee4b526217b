import { HostError } from '../base/host-error.ts'
import type { Client, Launch } from './client.ts'
import { findProgram } from './find-program.ts'
import type { Entry } from './format.ts'
import type { Machine } from './places.ts'
import type { CommandPlan, EditPlan } from './plan.ts'

interface Wanted {
  readonly client: Client
  readonly launch: Launch
  readonly entry: Entry
  readonly places: Machine
  readonly rest: CommandPlan['rest']
}

/** The same change made by the client's own program; where that is not there, the edit with a word about it. */
export function asCommand(edit: EditPlan, { client, launch, entry, places, rest }: Wanted): CommandPlan | EditPlan {
  const { ownCli, label } = client
  const args = edit.action === 'connect' ? ownCli?.add(launch, entry) : ownCli?.remove
  if (ownCli === null || args === null || args === undefined) {
    throw new HostError('INVALID_PARAMETERS', `${label} has no command of its own to ${edit.action} a server.`, {
      hint: 'Leave --own-cli out: the file is edited then.',
    })
  }
  const program = findProgram(ownCli.program, places)
  if (program === undefined) {
    return { ...edit, notes: [`${ownCli.program} is not on the path, so the file is edited.`, ...edit.notes] }
  }
  const { client: id, action, file, notes, oneGate } = edit
  return {
    kind: 'command',
    client: id,
    action,
    file,
    program,
    args,
    fallback: edit,
    rest,
    notes: [ownCli.flaw, ...notes],
    oneGate,
  }
}
