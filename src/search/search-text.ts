import { sep } from 'node:path'
import { type Engine, runEngine } from './engines.ts'
import type { Watching } from './find-files.ts'
import type { Glob } from './glob.ts'
import { searchByGrep } from './grep-engine.ts'
import { rulesAt, VERSION_CONTROL } from './ignore-rules.ts'
import { createMatchReader } from './match-reader.ts'
import type { SearchTree } from './search-tree.ts'
import { createFileView, type FileView } from './shown-line.ts'
import { badPattern, type EngineWork, requireOneLine, type TextQuery } from './text-query.ts'

export interface TextMatch {
  readonly path: string
  readonly line: number
  readonly column: number | null
  readonly text: string
  readonly matchText: string | null
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface TextMatches {
  readonly matches: readonly TextMatch[]
  readonly cut: 'limit' | 'time' | null
  readonly engine: Engine['kind']
}

const PROGRESS_EVERY_MS = 1_000

/** Lines that match, read again from files that may be shown. Ends its process at the limit, in time, or when cancelled. */
export async function searchText(
  engine: Engine,
  tree: SearchTree,
  query: TextQuery,
  { signal, timeMs, progress }: Watching,
): Promise<TextMatches> {
  requireOneLine(query.pattern)
  signal.throwIfAborted()
  using files = createShownFiles(tree, query.glob)
  const matches: TextMatch[] = []
  const enough = new AbortController()
  const late = AbortSignal.timeout(timeMs)
  const stop = AbortSignal.any([signal, enough.signal, late])

  const take: EngineWork['take'] = (claim) => {
    if (enough.signal.aborted) return
    const file = files.at(claim.path)
    if (file === null) return
    const shown = file.view.show(claim, query)
    if (shown === null) return
    if (matches.length === query.limit) {
      enough.abort()
      return
    }
    matches.push({ path: file.path, line: claim.line, ...shown })
  }

  const search = engine.kind === 'ripgrep' ? searchByRipgrep : searchByGrep
  const telling = setInterval(() => progress(`${matches.length} matches so far`), PROGRESS_EVERY_MS)
  try {
    await search(engine, tree, query, { take, stop })
  } finally {
    clearInterval(telling)
  }
  signal.throwIfAborted()
  const cut = enough.signal.aborted ? 'limit' : late.aborted ? 'time' : null
  return { matches: matches.sort(byPlace), cut, engine: engine.kind }
}

/** Files are searched side by side, so what comes first is chance. */
function byPlace(a: TextMatch, b: TextMatch): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line
}

const NO_MATCH = 1
const FAILED = 2

async function searchByRipgrep(
  engine: Engine,
  tree: SearchTree,
  query: TextQuery,
  { take, stop }: EngineWork,
): Promise<void> {
  let isAnything = false
  const read = createMatchReader((claim) => {
    isAnything = true
    take(claim)
  })
  const { code, errors } = await runEngine(engine, ripgrepArguments(tree, query), tree.startIn, {
    onOutput: read,
    stop,
  })
  if (code === null || code === 0 || code === NO_MATCH || isAnything) return
  if (code === FAILED && errors === '') return
  throw badPattern(query.pattern, errors)
}

/** Everything a caller gave stands behind `-e`, `=` or `--`, so none of it can be an option. */
function ripgrepArguments(tree: SearchTree, query: TextQuery): string[] {
  const { pattern, isRegex, isCaseSensitive, glob, includeIgnored, limit } = query
  const names = glob?.lastNames ?? null
  return [
    '--no-config',
    '--json',
    '--no-messages',
    '--hidden',
    '--crlf',
    isCaseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(isRegex ? [] : ['--fixed-strings']),
    `--max-count=${limit + 1}`,
    ...ignoreArguments(tree, includeIgnored),
    ...(names === null ? [] : [...names.map((name) => `--type-add=wanted:${name}`), '--type=wanted']),
    `--regexp=${pattern}`,
    '--',
    tree.fileName === null ? './' : `./${tree.fileName}`,
  ]
}

/** The same rules as the walk has: those of the repository, down from its root. */
function ignoreArguments(tree: SearchTree, includeIgnored: boolean): string[] {
  const never = VERSION_CONTROL.map((name) => `--glob=!${name}`)
  if (includeIgnored) return ['--no-ignore', ...never]
  const { repository, isBaseIgnored } = rulesAt(tree.path)
  const above = repository === null || isBaseIgnored ? ['--no-ignore-parent', '--no-require-git'] : []
  return ['--no-ignore-global', '--no-ignore-exclude', ...above, ...never]
}

interface ShownFiles extends Disposable {
  readonly at: (path: Buffer) => { readonly path: string; readonly view: FileView } | null
}

/** One file is open at a time: what is found in it comes in one piece. */
function createShownFiles(tree: SearchTree, glob: Glob | null): ShownFiles {
  let last:
    | { readonly raw: Buffer; readonly file: { path: string; view: FileView } | null; readonly close: () => void }
    | undefined
  const close = () => {
    last?.close()
    last = undefined
  }
  const open = (raw: Buffer) => {
    const nothing = { raw, file: null, close: () => {} }
    const names = namesOf(raw)
    if (names === null) return nothing
    const { directories, name } = names
    const text = name.toString()
    if (glob !== null && tree.fileName === null && !glob.covers([...directories, text])) return nothing
    const file = tree.openFile(directories, name)
    if (file === null) return nothing
    const path =
      tree.fileName === null ? [tree.path === '/' ? '' : tree.path, ...directories, text].join('/') : tree.path
    return { raw, file: { path, view: createFileView(file) }, close: () => file[Symbol.dispose]() }
  }
  return {
    at(raw) {
      if (last === undefined || !last.raw.equals(raw)) {
        close()
        last = open(raw)
      }
      return last.file
    },
    [Symbol.dispose]: close,
  }
}

/** Null for a path through a directory whose name is no text: nobody could name what is in it. */
function namesOf(raw: Buffer): { directories: string[]; name: string | Buffer } | null {
  const slash = raw.lastIndexOf(sep)
  const above = raw.subarray(0, Math.max(0, slash))
  const directories = above.toString().split(sep === '\\' ? /[\\/]/ : '/')
  const bytes = raw.subarray(slash + 1)
  const text = bytes.toString()
  if (!Buffer.from(above.toString()).equals(above)) return null
  return {
    directories: directories.filter((name) => name !== '.' && name !== ''),
    name: Buffer.from(text).equals(bytes) ? text : bytes,
  }
}
