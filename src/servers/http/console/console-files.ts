import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface ConsoleAsset {
  readonly bytes: Buffer
  readonly gzipped: Buffer | undefined
  readonly type: string
  /** Its name changes with its content. */
  readonly isImmutable: boolean
}

/** The built console. What is not in the directory's own listing does not exist, so no path can lead elsewhere. */
export interface ConsoleFiles {
  /** Undefined when the console was not built. */
  readonly page: () => string | undefined
  readonly asset: (name: string) => ConsoleAsset | undefined
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
}
const COMPRESSED = new Set(['js', 'css', 'svg'])
const HASHED = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/

export function createConsoleFiles(directory: string): ConsoleFiles {
  let builtAt = 0
  let html: string | undefined
  let names: ReadonlySet<string> = new Set()
  const loaded = new Map<string, ConsoleAsset>()

  /** A build while the daemon runs is taken with the next request for the page. */
  const refresh = (): void => {
    const modified = modifiedAt(join(directory, 'index.html'))
    if (modified === builtAt) return
    builtAt = modified
    loaded.clear()
    html = modified === 0 ? undefined : readFileSync(join(directory, 'index.html'), 'utf8')
    names = new Set(modified === 0 ? [] : readdirSync(join(directory, 'assets')))
  }

  return {
    page: () => {
      refresh()
      return html
    },
    asset: (name) => {
      const known = loaded.get(name)
      if (known !== undefined) return known
      refresh()
      if (!names.has(name)) return undefined
      const asset = load(join(directory, 'assets', name))
      if (asset !== undefined) loaded.set(name, asset)
      return asset
    },
  }
}

function load(path: string): ConsoleAsset | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  const type = TYPES[ending]
  if (type === undefined) return undefined
  const bytes = readFileSync(path)
  return {
    bytes,
    gzipped: COMPRESSED.has(ending) ? gzipSync(bytes) : undefined,
    type,
    isImmutable: HASHED.test(path),
  }
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
