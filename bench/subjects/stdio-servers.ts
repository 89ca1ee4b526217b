import { cpuMs } from '../harness/process-usage.ts'
import { baseline, type Program, runNode } from '../harness/programs.ts'
import type { Daemon } from './daemon.ts'
import { check, createLineClient, greet, type LineClient } from './line-client.ts'
import type { Product } from './product.ts'
import type { Workplace } from './workplace.ts'

/** A server over stdio, with the handshake behind it. */
export interface StdioServer extends AsyncDisposable {
  readonly ping: () => Promise<void>
  readonly call: (name: string, args: object) => Promise<Readonly<Record<string, unknown>>>
  /** CPU time of every process that takes part in an answer. */
  readonly cpu: () => number | undefined
}

export function throughShim(daemon: Daemon, profile: string): Promise<StdioServer> {
  const { product, workplace } = daemon
  const args = [product.bin, 'stdio', '--profile', profile, '--workdir', workplace.workdir]
  return serverOf(runNode(args, { env: workplace.env }), [daemon.pid])
}

/** No daemon and no shim: the host in the process that the client started. */
export function inProcess(product: Product, workplace: Workplace, profile: string): Promise<StdioServer> {
  const args = [product.bin, 'stdio', '--in-process', '--profile', profile, '--workdir', workplace.workdir]
  return serverOf(runNode(args, { env: workplace.env }))
}

/** The least that can answer at all. */
export function bareLoop(): Promise<StdioServer> {
  return serverOf(runNode([baseline('line-loop.mjs')]))
}

/** The same tool on the official SDK, with no gate and no ledger. */
export function sdkServer(): Promise<StdioServer> {
  return serverOf(runNode([baseline('sdk-stdio.mjs')]))
}

export async function serverOf(program: Program, others: readonly number[] = []): Promise<StdioServer> {
  const client: LineClient = createLineClient(program)
  await greet(client, program)
  return {
    ping: async () => {
      check(await client.request('ping'), program)
    },
    call: async (name, args) => {
      const { result = {} } = check(await client.request('tools/call', { name, arguments: args }), program)
      return result
    },
    cpu: () => [program.pid, ...others].reduce((total, pid) => total + (cpuMs(pid) ?? Number.NaN), 0),
    [Symbol.asyncDispose]: program[Symbol.asyncDispose],
  }
}
