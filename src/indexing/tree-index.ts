import { lstatSync } from 'node:fs'
import { posix } from 'node:path'
import type { Grammars } from './grammars.ts'
import { createIdleWaits } from './idle-waits.ts'
import type { IndexStore, KnownFile } from './index-store.ts'
import { type ListedName, listNames } from './list-names.ts'
import type { IndexLimits, IndexState } from './protocol.ts'
import { readSource } from './read-source.ts'
import { contentOf } from './source-content.ts'
import { createTreeRules, within } from './tree-rules.ts'
import { createWatches, type Watches } from './watches.ts'

/** Keeps a store in step with a directory, a small piece of work at a time. */
export interface TreeIndex {
  /** Looks at everything again; only what changed is read. */
  readonly refresh: () => void
  readonly state: () => IndexState
  /** Resolves when nothing is left to do, or after `waitMs`. */
  readonly settle: (waitMs: number) => Promise<void>
  /** Brings one file up to date; true if it had changed. */
  readonly check: (path: string) => Promise<boolean>
  readonly watches: Watches
  readonly isCut: () => boolean
  readonly scannedAt: () => number | null
  readonly close: () => void
}

type Judge = (paths: readonly string[]) => Promise<readonly boolean[]>

interface Parts {
  readonly root: string
  readonly store: IndexStore
  readonly grammars: Grammars
  readonly limits: IndexLimits
  /** Which of these absolute paths are closed to agents. */
  readonly judge: Judge
}

/** Changes come in bursts; this is how long one may last before it is looked at. */
const BURST_MS = 100
/** A directory that takes long to look at is looked at less often: a tenth of the time at most. */
const REST = 9
const BATCH = 20

export function createTreeIndex({ root, store, grammars, limits, judge }: Parts): TreeIndex {
  const rules = createTreeRules((path) => {
    const source = readSource(root, path, limits.fileBytes)
    return source.kind === 'text' ? source.text : null
  })
  /** Directories to look at; true with everything below. */
  const dirty = new Map<string, boolean>()
  let scan = Number(store.fact('scan') ?? 0)
  let scannedAt: number | null = null
  let files = store.files()
  let textBytes = store.textBytes()
  let isCut = false
  let isDeep = false
  let isWorking = false
  let isClosed = false
  let lastLookMs = 0
  let burst: NodeJS.Timeout | undefined

  const watches = createWatches(root, limits.watches, (directory) => {
    if (!dirty.has(directory)) dirty.set(directory, false)
    burst ??= setTimeout(
      () => {
        burst = undefined
        void work()
      },
      Math.max(BURST_MS, lastLookMs * REST),
    )
  })

  const refresh = (): void => {
    scan += 1
    isDeep = true
    isCut = false
    textBytes = store.textBytes()
    rules.clear()
    dirty.set('', true)
    void work()
  }

  const isIdle = (): boolean => !isWorking && dirty.size === 0
  const waits = createIdleWaits(() => isIdle() || isClosed)

  const work = async (): Promise<void> => {
    if (isWorking || isClosed) return
    isWorking = true
    try {
      while (!isClosed && (await step())) await breath()
    } finally {
      isWorking = false
      waits.look()
    }
  }

  /** False when there is nothing left to do. */
  const step = async (): Promise<boolean> => {
    const [next] = dirty
    if (next !== undefined) {
      const [directory, isWhole] = next
      dirty.delete(directory)
      const started = performance.now()
      await look(directory, isWhole)
      lastLookMs = performance.now() - started
      return true
    }
    if (isDeep) {
      isDeep = false
      store.removeUnseen(scan)
      files = store.files()
      store.setFact('scan', String(scan))
      scannedAt = Date.now()
    }
    const unread = store.unread(BATCH)
    for (const file of unread) {
      if (isClosed || dirty.size > 0) break
      await read(file)
      await breath()
    }
    return unread.length > 0
  }

  const look = async (directory: string, isWhole: boolean): Promise<void> => {
    watches.add(directory)
    const names = listNames(root, directory)
    const inForce = names === null ? null : rules.enter(directory)
    // While everything is looked at again, the directory above may not have been reached yet.
    if (inForce === null && isDeep && names !== null) return
    if (names === null || inForce === null) {
      forget(directory)
      return
    }
    const kept = await openOnly(
      judge,
      `${root}/${directory === '' ? '' : `${directory}/`}`,
      names.filter(({ name, kind }) => !inForce.rules.isIgnored(name, kind === 'directory')),
    )
    if (isClosed) return
    const present = new Set(kept.map(({ name }) => name))
    for (const file of store.inDirectory(directory)) if (!present.has(file.name)) store.remove(file)
    for (const known of rules.childrenOf(directory)) if (!present.has(posix.basename(known))) forget(known)
    files = store.files()
    store.together(() => {
      for (const name of kept) note(directory, name, isWhole || inForce.isChanged)
    })
  }

  const note = (directory: string, { name, kind, size, modified }: ListedName, isWhole: boolean): void => {
    const path = within(directory, name)
    if (kind === 'directory') {
      if (isWhole || !rules.isKnown(path)) dirty.set(path, isWhole)
    } else if (files < limits.files || store.byPath(path) !== undefined) {
      store.see({ path, directory, name, extension: extensionOf(name), size, modified }, scan)
      files += 1
    } else {
      isCut = true
    }
  }

  const forget = (directory: string): void => {
    watches.removeBelow(directory)
    rules.forget(directory)
    if (directory === '') store.removeUnseen(-1)
    else store.removeBelow(directory)
    files = store.files()
  }

  const read = async (file: KnownFile): Promise<void> => {
    const room = Math.max(0, Math.min(limits.fileBytes, limits.textBytes - textBytes))
    const content = await contentOf(grammars, root, file, room)
    if (isClosed) return
    if (content === null) store.remove(file)
    else store.write(file, content)
    textBytes += content?.textBytes ?? 0
  }

  return {
    refresh,
    watches,
    isCut: () => isCut,
    scannedAt: () => scannedAt,
    state: () => ({
      state: scannedAt === null || !isIdle() ? 'building' : 'ready',
      files: store.files(),
      waiting: store.waiting(),
    }),
    settle: (waitMs) => {
      // The root itself was removed: there may be another one by now.
      if (scannedAt !== null && watches.directories() === 0) refresh()
      else if (dirty.size > 0) void work()
      return waits.wait(waitMs)
    },
    check: async (path) => {
      const known = store.byPath(path)
      const stats = lstatSync(`${root}/${path}`, { throwIfNoEntry: false })
      if (known === undefined) return false
      if (stats?.isFile() && stats.size === known.size && stats.mtimeMs === known.modified && known.state !== 'new') {
        return false
      }
      if (stats?.isFile()) store.see({ ...known, size: stats.size, modified: stats.mtimeMs }, scan)
      await read({ ...known, size: stats?.size ?? 0 })
      return true
    },
    close: () => {
      isClosed = true
      clearTimeout(burst)
      watches.close()
      waits.look()
    },
  }
}

async function openOnly(judge: Judge, directory: string, names: readonly ListedName[]): Promise<ListedName[]> {
  if (names.length === 0) return []
  const closed = await judge(names.map(({ name }) => `${directory}${name}`))
  return names.filter((_, index) => closed[index] === false)
}

function extensionOf(name: string): string {
  return posix.extname(name).slice(1).toLowerCase()
}

/** Questions that have arrived meanwhile are answered first. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
