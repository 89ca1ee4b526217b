import { HostError } from '../../base/host-error.ts'
import type { CallView } from '../../contract/calls.ts'
import type { ClientProof, DoctorReport, Patience } from '../../contract/doctor.ts'
import { createApi } from '../api.ts'
import type { Place } from '../context.ts'
import { findRunning } from '../find-running.ts'
import { openClients } from '../open-clients.ts'
import { checkClients } from './check-clients.ts'
import { checkDaemon } from './check-daemon.ts'
import { checkData } from './check-data.ts'
import { checkPrograms } from './check-programs.ts'
import { patienceOf } from './client-patience.ts'
import type { Finding } from './finding.ts'
import { protectionsHere } from './protections.ts'

const CALLS_LOOKED_AT = 500

/** Looks at everything and changes nothing. */
export async function examine(place: Place): Promise<DoctorReport> {
  const findings = await findingsOf(place)
  const status = await findRunning(place).catch(() => undefined)
  const known = (await openClients(place, { isWriting: false })).list()
  const clients = await checkClients(known, place, status)
  const isFine =
    findings.every(({ state }) => state !== 'problem') &&
    clients.every(({ proofs }) => proofs.every(({ state }) => state !== 'failed'))
  const patience = status === undefined ? [] : await patienceHere(place)
  return {
    isFine,
    findings: findings.map(({ repair: _, ...finding }) => finding),
    clients,
    patience,
    protections: protectionsHere(),
  }
}

export async function findingsOf(place: Place): Promise<Finding[]> {
  return [...checkPrograms(place.env), ...checkData(place.env), ...(await checkDaemon(place))]
}

/** The proofs of one client, a call included. */
export async function examineClient(id: string, place: Place): Promise<ClientProof> {
  const known = (await openClients(place, { isWriting: false })).list().filter((client) => client.id === id)
  const [proof] = await checkClients(known, place, await findRunning(place))
  if (proof !== undefined) return proof
  throw new HostError('NOT_FOUND', `No client "${id}" is connected.`, { hint: 'Connect it first.' })
}

async function patienceHere({ env }: Place): Promise<Patience[]> {
  const { calls } = await createApi(env).get<{ calls: CallView[] }>(`/api/calls?limit=${CALLS_LOOKED_AT}`)
  return patienceOf(calls.filter(({ client }) => client !== 'upperhand-doctor'))
}
