import { type Engine, runEngine } from './engines.ts'
import { walkFiles } from './find-files.ts'
import type { Claim } from './match-reader.ts'
import type { SearchTree } from './search-tree.ts'
import { badPattern, type EngineWork, type TextQuery } from './text-query.ts'

/** Arguments of one process: far below what any system allows. */
const FILES_PER_PROCESS = 400
const LINE_BYTES = 64 * 1024

/** Without ripgrep: we choose the files, grep looks through them. */
export async function searchByGrep(
  engine: Engine,
  tree: SearchTree,
  query: TextQuery,
  { take, stop }: EngineWork,
): Promise<void> {
  const files = tree.fileName === null ? await filesIn(tree, query, stop) : [tree.fileName]
  for (let at = 0; at < files.length && !stop.aborted; at += FILES_PER_PROCESS) {
    const read = createLineReader(take)
    const args = grepArguments(query, files.slice(at, at + FILES_PER_PROCESS))
    const { code, errors } = await runEngine(engine, args, tree.startIn, { onOutput: read, stop })
    if (code !== null && code > 1 && errors !== '') throw badPattern(query.pattern, errors)
  }
}

async function filesIn(tree: SearchTree, query: TextQuery, stop: AbortSignal): Promise<string[]> {
  const { glob, includeIgnored } = query
  const files: string[] = []
  const under = tree.path === '/' ? 1 : tree.path.length + 1
  const wanted = { glob: null, recursive: true, includeIgnored, directories: false }
  await walkFiles(
    tree,
    wanted,
    new AbortController().signal,
    ({ path, isLink }) => {
      const relative = path.slice(under)
      if (!isLink && (glob === null || glob.covers(relative.split('/')))) files.push(relative)
      return true
    },
    () => !stop.aborted,
  )
  return files
}

function grepArguments({ pattern, isRegex, isCaseSensitive, limit }: TextQuery, files: readonly string[]): string[] {
  return [
    '-nHbIs',
    '--null',
    isRegex ? '-E' : '-F',
    ...(isCaseSensitive ? [] : ['-i']),
    '-m',
    String(limit + 1),
    '-e',
    pattern,
    '--',
    ...files.map((file) => `./${file}`),
  ]
}

/** Reads `path NUL line:offset:text`. The rest of a line that is too long passes by. */
function createLineReader(take: (claim: Claim) => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0)
  let isLong = false
  const finish = (record: Buffer) => {
    const nul = record.indexOf(0)
    const numbers = /^(\d+):(\d+):/.exec(record.toString('latin1', nul + 1, nul + 64))
    if (nul === -1 || numbers === null) return
    const text = record.subarray(nul + 1 + numbers[0].length)
    take({
      path: Buffer.from(record.subarray(0, nul)),
      line: Number(numbers[1]),
      offset: Number(numbers[2]),
      text: isLong ? null : Buffer.from(text),
      start: null,
      end: null,
    })
  }
  return (chunk) => {
    let from = 0
    // A path may contain a newline, so the end of a record is looked for behind its NUL.
    for (;;) {
      const rest = chunk.subarray(from)
      const nul = pending.indexOf(0)
      const searchFrom = nul === -1 ? (rest.indexOf(0) === -1 ? -1 : rest.indexOf(0)) : 0
      const newline = searchFrom === -1 ? -1 : rest.indexOf(10, searchFrom)
      const part = newline === -1 ? rest : rest.subarray(0, newline)
      if (pending.length < LINE_BYTES) pending = Buffer.concat([pending, part])
      else isLong = true
      if (newline === -1) return
      finish(pending)
      pending = Buffer.alloc(0)
      isLong = false
      from += newline + 1
    }
  }
}
