import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  linkDependencies(root)
  return { bin: join(root, 'bin', 'upperhand.mjs'), cache }
}

/** What npm would install beside it. */
function linkDependencies(root: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>
  }
  for (const name of Object.keys(dependencies)) {
    const link = join(root, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link)
  }
}

async function build(): Promise<void> {
  await using program = runNode([join(ROOT, 'scripts', 'build.ts')], { cwd: ROOT })
  program.stdout.resume()
  if ((await program.exited) !== 0) throw new Error(`The bundle could not be built.\n${program.words()}`)
}
