import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { CommandSweep } from '../contract/commands.ts'
import type { Preview } from '../contract/preview.ts'
import type { Access, Protection } from '../contract/resources.ts'
import type { Place } from '../contract/run.ts'
import { type Expansion, expandPattern } from './expand-pattern.ts'
import { createFloor, ON_FLOOR } from './floor.ts'
import { platformHandles } from './handles.ts'
import { createLineIndexes } from './line-index.ts'
import { type Listing, type ListOptions, listLocated } from './list-directory.ts'
import { createLocate, type Location } from './locate.ts'
import { type OpenFile, openLocated } from './open-file.ts'
import { fingerprintOf, type PreImage, preImageOf } from './pre-image.ts'
import { previewOf } from './preview-write.ts'
import { createProtection } from './protection.ts'
import { type ReadContent, readContent } from './read-bytes.ts'
import { type LineWindow, type ReadLines, readLineWindow } from './read-lines.ts'
import { type Swept, sweepBelow } from './sweep.ts'
import { sweepBeside } from './sweep-beside.ts'
import { openTree, type Tree } from './tree.ts'
import { type WriteMode, type WriteOptions, type Written, writeLocated } from './write-file.ts'

/** A located path together with the state that an approval is bound to. */
export interface Located extends Location {
  readonly fingerprint: () => string
}

interface Signalled {
  readonly signal?: AbortSignal
}

/** The only way to files. Everything but `locate` takes what `locate` gave, and fails if that has changed. */
export interface Files {
  readonly limits: Limits
  readonly locate: (place: Place, given: string, access: Access) => Located
  /** The critical class of a canonical path, for features that come across paths by themselves. */
  readonly protectionOf: (path: string, access: Access) => Protection
  /** What a shell's pattern stands for at this moment. */
  readonly expand: (pattern: string) => Promise<Expansion>
  /** What a recursive read of these canonical paths would give away. */
  readonly sweep: (roots: readonly string[], sweep: CommandSweep) => Promise<Swept>
  readonly readBytes: (located: Located, options: { readonly maxBytes: number } & Signalled) => Promise<ReadContent>
  readonly readLines: (located: Located, options: LineWindow & Signalled) => Promise<ReadLines>
  readonly listDirectory: (located: Located, options: ListOptions) => Promise<Listing>
  /** For searches: everything below that agents may see. It must be closed. */
  readonly openTree: (located: Located) => Tree
  readonly writeFile: (located: Located, content: string, options: WriteOptions) => Promise<Written>
  readonly preImage: (located: Located) => PreImage
  readonly previewWrite: (located: Located, content: string, mode: WriteMode) => Preview
  /** Removes what a call interrupted by a crash left beside `path`, a half append included. True if there was something. */
  readonly sweepTemporaries: (path: string, callId: string) => boolean
}

interface Parts {
  readonly limits: Limits
  readonly home: string
  /** Our own directories and files, which agents may never touch; asked for every time. */
  readonly floor: () => readonly string[]
  readonly durability: 'process' | 'power'
}

/** What is looked at before a command runs: beyond it, nobody waits, and a person is asked. */
const EXPANDED_MAX = 2_000
const ENTRIES_MAX = 50_000

export function createFiles({ limits, home, floor: floorPaths, durability }: Parts): Files {
  const handles = platformHandles()
  const floor = createFloor(floorPaths, limits.symlinkHops)
  const protectionOf = createProtection(home)
  const indexes = createLineIndexes()
  const locate = createLocate({ limits, home, floor, protectionOf, respell: handles.respell })

  return {
    limits,
    protectionOf,
    expand: (pattern) => expandPattern(pattern, { paths: EXPANDED_MAX, entries: ENTRIES_MAX }),
    sweep: (roots, sweep) => {
      const isClosed = (path: string) => protectionOf(path, 'read').class !== 'none'
      return sweepBelow({ isClosed, entries: ENTRIES_MAX }, roots, sweep)
    },

    locate(place, given, access) {
      const location = locate(place, given, access)
      return { ...location, fingerprint: () => fingerprintOf(handles, location, limits) }
    },

    async readBytes(located, { maxBytes, signal }) {
      requireOffFloor(located)
      using file = openLocated(handles, located)
      return await readContent(file, maxBytes, signal)
    },

    async readLines(located, { signal, ...window }) {
      requireOffFloor(located)
      using file = openLocated(handles, located)
      return await readLineWindow(file, window, indexes, signal)
    },

    async listDirectory(located, options) {
      requireOffFloor(located)
      const isClosed = (path: string, identity: { dev: bigint; ino: bigint }) =>
        floor.isPart(identity) || protectionOf(path, 'read').class !== 'none'
      const limit = Math.min(options.limit, limits.listEntries)
      return await listLocated({ handles, isClosed }, located, { ...options, limit })
    },

    openTree(located) {
      requireOffFloor(located)
      const isFloorFile = ({ path, stats }: OpenFile) =>
        floor.holds({ existing: [{ path, stats }], missing: [], aliases: [], wantsDirectory: false }, 'read')
      const isProtected = (path: string) => protectionOf(path, 'read').class !== 'none'
      return openTree({ handles, isFloor: floor.isPart, isFloorFile, isProtected }, located)
    },

    async writeFile(located, content, options) {
      requireOffFloor(located)
      if (located.resource.access === 'read') throw new HostError('INTERNAL', 'The path was located for reading.')
      return await writeLocated({ handles, limits, durability }, located, content, options)
    },

    preImage: (located) => preImageOf(handles, located, limits),
    previewWrite(located, content, mode) {
      requireOffFloor(located)
      return previewOf(located, preImageOf(handles, located, limits), content, mode, limits)
    },
    sweepTemporaries: (path, callId) => sweepBeside(handles, path, callId),
  }
}

/** The gate refuses these before; this holds even for code that forgets to ask it. */
function requireOffFloor({ resource: { path, protection } }: Located): void {
  if (protection.class !== 'floor') return
  throw new HostError('PERMISSION_DENIED', `${path} is closed to agents.`, { hint: ON_FLOOR.reason })
}
