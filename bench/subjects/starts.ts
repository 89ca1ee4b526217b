import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endWithBench } from '../harness/endings.ts'
import { isRunning } from '../harness/process-usage.ts'
import { type Program, runNode } from '../harness/programs.ts'
import type { Subject } from '../harness/rounds.ts'
import { createLineClient, greet } from './line-client.ts'
import type { Product } from './product.ts'
import type { Workplace } from './workplace.ts'

type Start = Pick<Subject, 'run' | 'after'>

const LOOK_EVERY_MS = 10

/** From the start of a process to the answer of `tools/list`. Ending it again is not part of it. */
export function startToList(args: readonly string[], env: Workplace['env'] = {}): Start {
  const running: Program[] = []
  return {
    run: async (count) => {
      for (let started = 0; started < count; started += 1) {
        const program = runNode(args, { env })
        running.push(program)
        await greet(createLineClient(program), program)
      }
    },
    after: async () => {
      for (const program of running.splice(0)) await program[Symbol.asyncDispose]()
    },
  }
}

export function startShim(product: Product, { env, workdir }: Workplace): Start {
  return startToList([product.bin, 'stdio', '--workdir', workdir], env)
}

/** A shim that finds no daemon. */
export function startCold(product: Product, workplace: Workplace): Start {
  const shim = startShim(product, workplace)
  let forget = () => {}
  return {
    run: () => {
      forget = endWithBench(() => tellDaemonToEnd(workplace))
      return shim.run(1)
    },
    after: async () => {
      await shim.after?.()
      await endDaemon(workplace)
      forget()
    },
  }
}

/** The same with a data directory in which nothing has happened yet. */
export function startFirst(product: Product, createPlace: () => Workplace): Start {
  let current: { readonly start: Start; readonly place: Workplace } | undefined
  return {
    run: async () => {
      const place = createPlace()
      current = { start: startCold(product, place), place }
      await current.start.run(1)
    },
    after: async () => {
      await current?.start.after?.()
      current?.place[Symbol.dispose]()
    },
  }
}

/** The shim leaves a daemon behind that is nobody's child: it is ended by the id in its own data directory. */
async function endDaemon(workplace: Workplace): Promise<void> {
  const pid = tellDaemonToEnd(workplace)
  while (pid !== undefined && isRunning(pid)) await pause(LOOK_EVERY_MS)
}

function tellDaemonToEnd({ dataDirectory }: Workplace): number | undefined {
  const file = join(dataDirectory, 'daemon.json')
  if (!existsSync(file)) return undefined
  // Written by the daemon that we had started there.
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number }
  if (isRunning(pid)) process.kill(pid, 'SIGTERM')
  return pid
}
