import type { SessionView } from '../../../src/contract/terminals.ts'
import { api } from '../../data/api.ts'
import { say, sayError } from '../../ui/toast.tsx'

export async function stop(id: string, how: { signal?: string; force?: boolean }): Promise<void> {
  try {
    await api.post(`/api/processes/${id}/stop`, how)
    say(how.signal === undefined ? 'Stopped.' : `${how.signal} was sent.`)
  } catch (cause) {
    sayError(cause)
  }
}

export async function restart(id: string): Promise<SessionView | null> {
  try {
    const made = await api.post<SessionView>(`/api/processes/${id}/restart`)
    say('Started again.')
    return made
  } catch (cause) {
    sayError(cause)
    return null
  }
}

export async function keep(id: string, onRunEnd: 'keep' | 'stop'): Promise<void> {
  await api.post(`/api/processes/${id}/keep`, { onRunEnd }).catch(sayError)
}
