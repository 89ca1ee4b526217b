import { killGroup, removeGroup } from './cgroup.ts'
import { endTree } from './end-tree.ts'
import { BROKER_MARK } from './protocol.ts'

/** A broker that is gone leaves nothing behind. */
export async function sweepAfterBroker({ id, group }: { readonly id: string; readonly group: string | null }) {
  if (group !== null) killGroup(group)
  await endTree({ roots: [], mark: `${BROKER_MARK}=${id}` }, { signal: 'SIGKILL', patienceMs: 0 })
  if (group !== null) await removeGroup(group)
}
