import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { HostError } from '../../base/host-error.ts'
import { dataDirectoryPath } from '../../config/data-directory.ts'
import type { CallView } from '../../contract/calls.ts'
import { otherWarnings, type StatusView } from '../../contract/status.ts'
import type { Verification } from '../../events/verify.ts'
import { VERSION } from '../../version.ts'
import { type Api, createApi } from '../api.ts'
import type { Place } from '../context.ts'
import { span } from '../output.ts'
import { startDaemon } from '../start-daemon.ts'
import { stopDaemon } from '../stop-daemon.ts'
import { verifyOffline } from '../verify-offline.ts'
import { type Finding, note, ok, problem } from './finding.ts'

const PORT_ANSWERS_WITHIN_MS = 3_000
/** Clocks of machines that agree on the time differ by less. */
const CLOCK_MS = 5_000

/** The daemon, and everything only it can say. */
export async function checkDaemon(place: Place): Promise<Finding[]> {
  const api = createApi(place.env)
  try {
    const status = await api.get<StatusView>('/api/status')
    return [
      running(place, status),
      ...troubles(status),
      await checkPort(status),
      await checkClock(api),
      await checkHistory(() => api.post<Verification>('/api/history/verify')),
    ]
  } catch (cause) {
    const error = HostError.from(cause)
    // One that is stuck is not ended from here: its process id is only what a file says.
    if (error.code !== 'UNAVAILABLE') return [problem('daemon', error.message, error.hint ?? 'upperhand logs')]
    const start = async () => void (await startDaemon(place))
    return [
      problem('daemon', 'upperhand is not running.', 'upperhand up', start),
      // Opening a data directory makes it; looking must not.
      ...(existsSync(join(dataDirectoryPath(place.env), 'upperhand.db'))
        ? [await checkHistory(() => verifyOffline(place.env))]
        : []),
    ]
  }
}

function running(place: Place, { version, pid, startedAt }: StatusView): Finding {
  const text = `Running for ${span(Date.now() - startedAt)}, process ${pid}, version ${version}.`
  if (version === VERSION) return ok('daemon', text)
  return problem(
    'daemon',
    `${text} This command is version ${VERSION}.`,
    'upperhand down && upperhand up',
    restart(place),
  )
}

function restart(place: Place): () => Promise<void> {
  return async () => {
    await stopDaemon(place)
    await startDaemon(place)
  }
}

function troubles(status: StatusView): Finding[] {
  return [
    ...(status.isPaused ? [note('paused', 'Every call is refused.', 'upperhand resume')] : []),
    ...status.safeMode.map((reason) =>
      problem('safe mode', `Writes are refused: ${reason}`, 'correct the file it names'),
    ),
    ...otherWarnings(status).map((warning) => note('settings', warning)),
  ]
}

/** Whether browsers and clients over HTTP reach it as well; the command line uses a socket. */
async function checkPort({ url }: StatusView): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>()
  const failed = (reason: string) => resolve(problem('port', `${url} does not answer: ${reason}.`, 'upperhand logs'))
  const asked = request(`${url}/healthz`, { timeout: PORT_ANSWERS_WITHIN_MS, agent: false }, (response) => {
    response.resume()
    if (response.statusCode === 200) resolve(ok('port', `${url} answers.`))
    else failed(`status ${response.statusCode}`)
  })
  asked.once('timeout', () => asked.destroy(new Error('no answer in time')))
  asked.once('error', (cause) => failed(cause.message))
  asked.end()
  return promise
}

async function checkClock(api: Api): Promise<Finding> {
  const { calls } = await api.get<{ calls: CallView[] }>('/api/calls?limit=1')
  const ahead = (calls[0]?.at ?? 0) - Date.now()
  if (ahead < CLOCK_MS) return ok('clock', 'Later than the last call.')
  return problem(
    'clock',
    `The last call was made ${span(ahead)} in the future: the clock was set back. Nothing was allowed longer by it.`,
    'set the clock of this machine',
  )
}

async function checkHistory(verify: () => Promise<Verification>): Promise<Finding> {
  try {
    const { ok: isIntact, entries, reason } = await verify()
    if (isIntact) return ok('history', `Intact, ${entries} entries.`)
    return problem('history', `Not intact. ${reason ?? ''}`.trim(), 'upperhand history verify')
  } catch (cause) {
    return problem('history', HostError.from(cause).message, 'upperhand logs')
  }
}
