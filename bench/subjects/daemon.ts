import { runNode } from '../harness/programs.ts'
import type { Product } from './product.ts'
import { createWorkplace, type Workplace } from './workplace.ts'

export interface Daemon extends AsyncDisposable {
  readonly pid: number
  /** The address of `/mcp`. */
  readonly mcp: string
  readonly token: string
  readonly product: Product
  readonly workplace: Workplace
}

interface Options {
  /** Options for Node itself. */
  readonly nodeOptions?: readonly string[]
}

/** The published program, serving a data directory of its own. */
export async function startDaemon(product: Product, { nodeOptions = [] }: Options = {}): Promise<Daemon> {
  const workplace = createWorkplace(product)
  const program = runNode([...nodeOptions, product.bin, 'serve', '--json'], { cwd: '/', env: workplace.env })
  const end = async () => {
    await program[Symbol.asyncDispose]()
    workplace[Symbol.dispose]()
  }
  try {
    // One line says that it is ready; it is ours to trust.
    const ready = JSON.parse(await program.firstWords()) as { mcp: string; token: string; pid: number }
    program.stdout.resume()
    return { pid: ready.pid, mcp: ready.mcp, token: ready.token, product, workplace, [Symbol.asyncDispose]: end }
  } catch (cause) {
    await end()
    throw cause
  }
}
