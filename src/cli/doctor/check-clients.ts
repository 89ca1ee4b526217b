import type { ClientView } from '../../contract/clients.ts'
import type { ClientProof, Proof } from '../../contract/doctor.ts'
import type { StatusView } from '../../contract/status.ts'
import type { Place } from '../context.ts'
import { proveServer } from './prove-server.ts'

/**
 * For every client that is configured: is the entry there, does what it names start, list its tools and answer a call.
 * Clients of the same profile start the same thing, so it is started once. Without a daemon nothing is started: looking
 * must not change anything.
 */
export async function checkClients(
  clients: readonly ClientView[],
  place: Place,
  status: StatusView | undefined,
): Promise<ClientProof[]> {
  const started = new Map<string | null, Promise<readonly Proof[]>>()
  const prove = (profile: string | null): Promise<readonly Proof[]> => {
    const known = started.get(profile) ?? proveServer(launchFor(profile, place))
    started.set(profile, known)
    return known
  }
  const proofs: ClientProof[] = []
  for (const client of clients.filter(({ state }) => state !== 'not_connected')) {
    const config = configProof(client)
    const isTried = status !== undefined && config.state === 'ok'
    const further = client.url === null ? () => prove(client.profile) : () => addressProofs(client, status)
    const all = [config, ...(isTried ? await further() : [])]
    const { id, label, file } = client
    proofs.push({ id, label, file, proofs: all, fix: fixFor(client, all) })
  }
  return proofs
}

function launchFor(profile: string | null, { program, directory, env }: Place) {
  const args = [program, 'stdio', ...(profile === null ? [] : ['--profile', profile])]
  return { command: process.execPath, args, directory, env }
}

/** Its key is the client's own, so only the address is tried: it is wrong as soon as the port is another one. */
function addressProofs({ url }: ClientView, status: StatusView | undefined): Proof[] {
  const isHere = status !== undefined && url?.startsWith(`${status.url}/`) === true
  if (!isHere)
    return [{ step: 'starts', state: 'failed', text: `${url} is not ${status?.mcpUrl}, where upperhand is.` }]
  return [{ step: 'starts', state: 'ok', text: `${url} is the right address` }]
}

function configProof({ state, transport, profile, problems }: ClientView): Proof {
  const how = [transport === 'http' ? 'by address' : 'by command', profile].filter((word) => word !== null).join(', ')
  if (state === 'connected' && problems.length === 0) return { step: 'config', state: 'ok', text: how }
  const words = {
    connected: 'The entry is there, but:',
    outdated: 'The entry is not as it would be written today.',
    foreign: 'Another server has our name.',
    unreadable: 'The file cannot be read.',
    not_connected: '',
  }[state]
  return { step: 'config', state: 'failed', text: [words, ...problems].join(' ') }
}

function fixFor({ id, state, url }: ClientView, proofs: readonly Proof[]): string | null {
  const failed = proofs.find((proof) => proof.state === 'failed')
  if (failed === undefined) return null
  if (url !== null) return `upperhand connect ${id} --http`
  if (failed.step !== 'config') return 'upperhand logs'
  if (state === 'foreign') return `upperhand connect ${id} --force`
  return state === 'unreadable' ? 'correct the file by hand' : `upperhand connect ${id}`
}
