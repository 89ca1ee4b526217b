import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceTree {
  readonly path: string
  readonly files: number
  /** Matches a few names only, so that the whole tree is looked through. */
  readonly rareGlob: string
  readonly rareCount: number
  readonly rareText: string
  readonly rareRegex: string
  readonly commonText: string
}

const FILES_A_DIRECTORY = 50
const RARE_EVERY = 5_000
const BODY = 'export function handle(request) {\n  return request.body\n}\n'

/** Small source files in packages and folders, with a few that stand out. */
export function sourceTree(directory: string, files: number): SourceTree {
  const path = join(directory, 'tree')
  for (let index = 0; index < files / FILES_A_DIRECTORY; index += 1) {
    const folder = join(path, `package-${index % 20}`, `module-${Math.floor(index / 20)}`, 'src')
    mkdirSync(folder, { recursive: true })
    for (let file = 0; file < FILES_A_DIRECTORY; file += 1) {
      const number = index * FILES_A_DIRECTORY + file
      const isRare = number % RARE_EVERY === 0
      const name = isRare ? `rare-${number}.tsx` : `file-${number}.ts`
      writeFileSync(join(folder, name), `${BODY.repeat(12)}${isRare ? `const needle${number} = true\n` : ''}`)
    }
  }
  return {
    path,
    files,
    rareGlob: '**/rare-*.tsx',
    rareCount: Math.ceil(files / RARE_EVERY),
    rareText: 'const needle',
    rareRegex: 'const needle\\d+\\s=',
    commonText: 'request.body',
  }
}

export function crowdedDirectory(directory: string, entries: number): string {
  const path = join(directory, 'crowded')
  mkdirSync(path)
  for (let index = 0; index < entries; index += 1) writeFileSync(join(path, `entry-${index}.txt`), '')
  return path
}
