import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from '../harness/programs.ts'

/** The package outside the clone, as `npm pack` would lay it out. */
export interface Product {
  readonly bin: string
  /** Where its compile cache goes; shared by all starts, as on a person's machine. */
  readonly cache: string
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PUBLISHED = ['bin', 'dist', 'package.json']

export async function packProduct(directory: string): Promise<Product> {
  await build()
  const root = join(directory, 'package')
  const cache = join(directory, 'cache')
  mkdirSync(cache)
  for (const name of PUBLISHED) cpSync(join(ROOT, name), join(root, name), { recursive: true })
  return { bin: join(root, 'bin', 'upperhand.mjs'), cache }
}

async function build(): Promise<void> {
  await using program = runNode([join(ROOT, 'scripts', 'build.ts')], { cwd: ROOT })
  program.stdout.resume()
  if ((await program.exited) !== 0) throw new Error(`The bundle could not be built.\n${program.words()}`)
}
