import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { openDerivedStore } from '../storage/open-store.ts'
import { createFindTree } from './find-tree.ts'
import { createGrammars } from './grammars.ts'
import { INDEX_MIGRATIONS } from './index-schema.ts'
import { createIndexStore } from './index-store.ts'
import { createPieceVectors } from './piece-vectors.ts'
import type { FromThread, OpenRequest, RequestName, Requests, ToThread } from './protocol.ts'
import { createSearchTree } from './search-tree.ts'
import { createTreeIndex } from './tree-index.ts'
import { createUsagesTree } from './usages-tree.ts'

type Handlers = {
  readonly [Name in Exclude<RequestName, 'open'>]: (
    asks: Requests[Name]['asks'],
  ) => Promise<Requests[Name]['answers']> | Requests[Name]['answers']
}

const BACKGROUND_NICENESS = 5

// On Linux this is the thread's own; elsewhere it would slow the whole daemon.
if (process.platform === 'linux') setPriority(0, BACKGROUND_NICENESS)

const grammars = createGrammars()
const indexes = new Map<string, Handlers>()
const judging = new Map<number, (isClosed: readonly boolean[]) => void>()
let lastJudged = 0

const send = (message: FromThread): void => parentPort?.postMessage(message)

function judge(paths: readonly string[]): Promise<readonly boolean[]> {
  return new Promise((resolve) => {
    const id = ++lastJudged
    judging.set(id, resolve)
    send({ kind: 'judge', id, paths })
  })
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'judged') {
    judging.get(message.id)?.(message.isClosed)
    judging.delete(message.id)
    return
  }
  const { id, root, name, asks } = message
  answer(root, name, asks).then(
    (value) => send({ kind: 'answer', id, value }),
    (cause) => send({ kind: 'failure', id, message: cause instanceof Error ? (cause.stack ?? '') : String(cause) }),
  )
})

async function answer(root: string, name: RequestName, asks: unknown): Promise<unknown> {
  if (name === 'open') {
    if (!indexes.has(root)) indexes.set(root, openIndex(root, asks as OpenRequest))
    return null
  }
  const index = indexes.get(root)
  if (index === undefined) throw new Error(`no index of ${root} is open`)
  if (name === 'close') indexes.delete(root)
  // The names of handlers and requests are one type; which belongs to which is lost in a message.
  return await (index[name] as (asked: unknown) => unknown)(asks)
}

function openIndex(root: string, { file, limits }: OpenRequest): Handlers {
  const database = openDerivedStore(file, INDEX_MIGRATIONS)
  const vectors = createPieceVectors(database)
  const store = createIndexStore(database, vectors)
  const tree = createTreeIndex({ root, store, grammars, limits, judge })
  const search = createSearchTree(database, vectors)
  const usages = createUsagesTree({ root, database, grammars, fileBytes: limits.fileBytes })
  const { find, counts } = createFindTree(database)
  store.setFact('root', root)
  tree.refresh()

  return {
    close: () => {
      tree.close()
      database.close()
      return null
    },
    refresh: () => {
      tree.refresh()
      return null
    },
    settle: async ({ waitMs }) => {
      await tree.settle(waitMs)
      return { ...tree.state(), isWatched: tree.watches.isComplete(), scannedAt: tree.scannedAt() }
    },
    stats: () => ({
      ...tree.state(),
      ...counts(),
      directories: tree.watches.directories(),
      isWatched: tree.watches.isComplete(),
      isCut: tree.isCut(),
      scannedAt: tree.scannedAt(),
    }),
    find,
    search: async (request) => {
      const matches = search(request)
      // What is shown is what the files say now.
      let isStale = false
      for (const path of new Set(matches.map((match) => match.path))) isStale = (await tree.check(path)) || isStale
      return isStale ? search(request) : matches
    },
    usages,
    pending: ({ model, limit, most }) => vectors.pending(model, limit, most),
    keep: ({ model, hashes, vectors: made }) => {
      vectors.keep(model, hashes, made)
      return null
    },
  }
}
