import { systemClock } from '../../src/base/clock.ts'
import { newId } from '../../src/base/ids.ts'
import { createLogger } from '../../src/base/logger.ts'
import { createRedact } from '../../src/base/redact.ts'
import { openDataDirectory } from '../../src/config/data-directory.ts'
import { createSettings, type LiveSettings } from '../../src/config/settings.ts'
import type { Caller } from '../../src/contract/run.ts'
import { type Core, createCore } from '../../src/core.ts'
import { createWorkplace, type Workplace } from './workplace.ts'

/** Everything but the servers, in this process: what a call costs without any transport. */
export interface OpenCore extends Disposable {
  readonly core: Core
  readonly caller: Caller
  readonly workplace: Workplace
}

export function openCore(profile: string, workplace: Workplace = createWorkplace()): OpenCore {
  const { core, settings } = openParts(workplace)
  const { workdir } = workplace
  const caller = core.runs.open({ kind: 'stdio', credential: 'agent', profile, client: 'upperhand-bench', workdir })
  return {
    core,
    caller,
    workplace,
    [Symbol.dispose]: () => {
      core.close()
      settings.close()
      workplace[Symbol.dispose]()
    },
  }
}

export function openParts({ env }: Workplace): { readonly core: Core; readonly settings: LiveSettings } {
  const redact = createRedact()
  const log = createLogger(() => {}, redact)
  const directory = openDataDirectory(env)
  const home = env['HOME'] ?? ''
  const settings = createSettings({ directory, flags: {}, home, log })
  const url = () => 'http://127.0.0.1:4133'
  return {
    core: createCore({ directory, settings, home, env: process.env, clock: systemClock, newId, log, redact, url }),
    settings,
  }
}

/** One call through the gate; a refusal would make the measurement worthless. */
export async function throughGate({ core, caller }: OpenCore, name: string, args: object): Promise<void> {
  const outcome = await core.gate.calls.call({ caller, name, args: { ...args } })
  if (outcome.status !== 'succeeded') throw new Error(`A call did not succeed: ${JSON.stringify(outcome)}`)
}

/** The same operation by itself: checked, prepared and run, with nobody deciding and nothing recorded. */
export async function alone({ core, caller }: OpenCore, id: string, args: object): Promise<void> {
  const entry = core.catalog.byId.get(id)
  if (entry === undefined) throw new Error(`There is no operation ${id}`)
  const place = { workdir: caller.workdir, policy: 'open' as const, roots: [caller.workdir] }
  const input = entry.operation.input.parse(args)
  const prepared = await entry.operation.prepare(input, { caller, place })
  await prepared.run({
    caller,
    place,
    callId: 'call_alone',
    signal: new AbortController().signal,
    progress: () => {},
    patience: () => 0,
    attach: () => {},
  })
}
