import { rgPath } from '@vscode/ripgrep'
import { type Measurement, scratchDirectory } from '../harness/bench.ts'
import { comparisonOf } from '../harness/comparison.ts'
import { atOnce, repeat } from '../harness/repeat.ts'
import type { Finding } from '../harness/report.ts'
import { interleave, type RoundOptions, type Timings } from '../harness/rounds.ts'
import { startDaemon } from '../subjects/daemon.ts'
import { type FileWork, ourWork } from '../subjects/file-work.ts'
import { startPeers } from '../subjects/peers.ts'
import { rawWork } from '../subjects/raw-work.ts'
import { lineOf, numberedLines, sampleText } from '../subjects/sample-files.ts'
import { crowdedDirectory, sourceTree } from '../subjects/source-tree.ts'
import { throughShim } from '../subjects/stdio-servers.ts'

const KILOBYTE = 1024
const FAST: RoundOptions = { rounds: 20, batch: 10, warmup: 50 }
const MEDIUM: RoundOptions = { rounds: 10, batch: 2, warmup: 4 }
const SLOW: RoundOptions = { rounds: 6, batch: 1, warmup: 1 }

/** Peers need tens of milliseconds for what takes us one: fewer of theirs say as much. */
const PEER_BATCH = 2

const PEER_PATIENCE_MS = 20_000
/** A peer slower than this would make the whole row take minutes. */
const TOO_SLOW_MS = 4_000

interface Row {
  readonly operation: string
  readonly most: number
  readonly rounds: RoundOptions
  /** Undefined where a server cannot do it. */
  readonly work: (server: FileWork) => (() => Promise<unknown>) | undefined
  readonly why?: string
}

export const filesAndSearch: Measurement = {
  name: 'files',
  run: async ({ product, rounds, isQuick, withPeers }) => {
    using scratch = scratchDirectory()
    await using daemon = await startDaemon(product)
    const { workdir } = daemon.workplace
    await using server = await throughShim(daemon, 'everything')
    await using peers = withPeers ? await startPeers(scratch.path, workdir) : NO_PEERS
    const million = numberedLines(workdir, 'million.txt', 1_000_000)
    const workers = [ourWork(server), rawWork(rgPath, million), ...peers.all]
    const rows = rowsFor(workdir, million.path, isQuick)
    const findings: Finding[] = []
    for (const row of rows) findings.push(await measure(row, workers, rounds(row.rounds)))
    return {
      title: 'Files and search',
      about: `Over stdio through the shim, gate and history included. Raw is plain Node and ripgrep by itself.${withPeers ? ' Peers are installed as published and run without their install scripts; the note has them as multiples of raw.' : ''}`,
      findings: [...findings, ...peers.notes.map((what): Finding => ({ kind: 'fact', what, value: 'absent' }))],
    }
  },
}

const NO_PEERS = { all: [], notes: [], [Symbol.asyncDispose]: async () => {} }

function rowsFor(workdir: string, million: string, isQuick: boolean): Row[] {
  const small = sampleText(workdir, 'small.txt', 2 * KILOBYTE)
  const large = sampleText(workdir, 'large.txt', 10 * KILOBYTE * KILOBYTE)
  const crowded = crowdedDirectory(workdir, 10_000)
  const tree = sourceTree(workdir, isQuick ? 5_000 : 50_000)
  const size = tree.files.toLocaleString('en')
  const written = 'x'.repeat(2 * KILOBYTE)
  const found = async (count: Promise<number>, least: number) => {
    if ((await count) < least) throw new Error(`Fewer than ${least} were found.`)
  }
  return [
    {
      operation: 'read 2 KB',
      most: 6,
      rounds: FAST,
      work:
        ({ read }) =>
        () =>
          read(small),
    },
    {
      operation: '64 reads of 2 KB at once',
      most: 3,
      rounds: MEDIUM,
      work:
        ({ read }) =>
        () =>
          atOnce(64, () => read(small)),
      why: 'every call has commits of its own, one after the other, while raw reads share four threads',
    },
    {
      operation: 'first 128 KB of 10 MB',
      most: 4,
      rounds: FAST,
      work: ({ readHead }) => readHead && (() => readHead(large, 128 * KILOBYTE)),
      why: 'the content travels twice, as text and as structured content, through daemon and shim',
    },
    {
      operation: 'lines 500,000 to 500,100 of a million',
      most: 5,
      rounds: FAST,
      work: ({ readLines }) =>
        readLines &&
        (async () => {
          if (!(await readLines(million, 500_000, 500_100)).includes(lineOf(500_000).trim()))
            throw new Error('Other lines.')
        }),
    },
    {
      operation: 'write 2 KB',
      most: 8,
      rounds: FAST,
      work:
        ({ name, write }) =>
        () =>
          write(`${workdir}/${name}.txt`, written),
    },
    { operation: 'edit in 200 KB', most: 3, rounds: MEDIUM, work: (server) => editing(server, workdir) },
    {
      operation: 'list 10,000 entries',
      most: 1.3,
      rounds: MEDIUM,
      work:
        ({ list }) =>
        () =>
          list(crowded),
      why: 'each entry is looked at for its size and time, which raw leaves out',
    },
    {
      operation: `glob, ${size} files`,
      most: 1.4,
      rounds: SLOW,
      work:
        ({ find }) =>
        () =>
          found(find(tree.path, tree.rareGlob), 1),
    },
    {
      operation: `grep, literal, ${size} files`,
      most: 1.1,
      rounds: SLOW,
      work: ({ grep }) =>
        grep && (() => found(grep(tree.path, { pattern: tree.rareText, isRegex: false, limit: 200 }), tree.rareCount)),
    },
    {
      operation: `grep, regex, ${size} files`,
      most: 1.1,
      rounds: SLOW,
      work: ({ grep }) =>
        grep && (() => found(grep(tree.path, { pattern: tree.rareRegex, isRegex: true, limit: 200 }), tree.rareCount)),
    },
    {
      operation: 'grep, first 100 of many',
      most: 1.4,
      rounds: MEDIUM,
      work: ({ grep }) =>
        grep && (() => found(grep(tree.path, { pattern: tree.commonText, isRegex: false, limit: 100 }), 50)),
      why: 'each line is read again by handle, and the answer has a hundred of them',
    },
  ]
}

/** There and back, so that every edit finds what it looks for. */
function editing({ name, edit }: FileWork, workdir: string): () => Promise<void> {
  const filler = `${lineOf(1).repeat(1_800)}`
  const path = sampleText(workdir, `edit-${name}.txt`, 0)
  let [from, to] = ['const answer = 41', 'const answer = 42']
  let isReady = false
  return async () => {
    if (!isReady) {
      const { writeFileSync } = await import('node:fs')
      writeFileSync(path, `${filler}${from}\n${filler}`)
      isReady = true
    }
    await edit(path, from, to)
    ;[from, to] = [to, from]
  }
}

async function measure(row: Row, workers: readonly FileWork[], options: RoundOptions): Promise<Finding> {
  const failed: string[] = []
  const able: { readonly worker: FileWork; readonly work: () => Promise<unknown> }[] = []
  for (const worker of workers) {
    const work = row.work(worker)
    if (work === undefined) continue
    try {
      const tookMs = isPeer(worker) ? await timed(work) : 0
      if (tookMs > TOO_SLOW_MS) failed.push(`${worker.name} took ${(tookMs / 1_000).toFixed(0)} s`)
      else able.push({ worker, work })
    } catch (cause) {
      if (worker.name === 'ours' || worker.name === 'raw') throw cause
      failed.push(`${worker.name} failed`)
    }
  }
  const timings = await interleave(
    able.map(({ worker, work }) => ({
      name: worker.name,
      run: (count) => repeat(isPeer(worker) ? Math.min(count, PEER_BATCH) : count, work),
      ...(isPeer(worker) ? { batch: Math.min(PEER_BATCH, options.batch) } : {}),
      ...(worker.cpu === undefined ? {} : { cpu: worker.cpu }),
    })),
    options,
  )
  const others = able.map(({ worker }) => worker).filter(isPeer)
  const note = [...others.map(({ name }) => besideRaw(timings, name)), ...failed].join(', ')
  return comparisonOf(timings, {
    operation: row.operation,
    ours: 'ours',
    most: row.most,
    ...(note === '' ? {} : { note }),
    ...(row.why === undefined ? {} : { why: row.why }),
  })
}

/** Of a peer that does not answer, no more is asked in this row. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, PEER_PATIENCE_MS)
  try {
    await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
  return performance.now() - began
}

function isPeer({ name }: FileWork): boolean {
  return name !== 'ours' && name !== 'raw'
}

function besideRaw(timings: Timings, name: string): string {
  return `${name} ${timings.ratio(name, 'raw').toFixed(1)}x`
}
