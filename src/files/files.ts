import { sep } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { CommandSweep } from '../contract/commands.ts'
import type { Preview } from '../contract/preview.ts'
import type { Access, Protection } from '../contract/resources.ts'
import type { Place } from '../contract/run.ts'
import { type Changes, createChanges } from './changes.ts'
import { createLocatedDirectory } from './create-directory.ts'
import { type Expansion, expandPattern } from './expand-pattern.ts'
import { changedMeanwhile } from './file-error.ts'
import { createFloor, ON_FLOOR } from './floor.ts'
import { platformHandles } from './handles.ts'
import type { Journal } from './journal.ts'
import { createLineIndexes } from './line-index.ts'
import { type Listing, type ListOptions, listLocated } from './list-directory.ts'
import { createLocate, type Location } from './locate.ts'
import { type OpenFile, openLocated } from './open-file.ts'
import { fingerprintOf, type PreImage, preImageOf } from './pre-image.ts'
import { previewOf } from './preview-write.ts'
import { createProtection } from './protection.ts'
import { type ReadContent, readContent, readWhole } from './read-bytes.ts'
import { type LineWindow, type ReadLines, readLineWindow } from './read-lines.ts'
import { createSightings } from './sightings.ts'
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
  /** The run that reads or writes: what it saw last is what it may change. */
  readonly run?: string
}

/** The only way to files. Everything but `locate` takes what `locate` gave, and fails if that has changed. */
export interface Files extends Changes {
  readonly limits: Limits
  readonly locate: (place: Place, given: string, access: Access) => Located
  /** The critical class of a canonical path, for features that come across paths by themselves. */
  readonly protectionOf: (path: string, access: Access) => Protection
  /** What a shell's pattern stands for at this moment. */
  readonly expand: (pattern: string) => Promise<Expansion>
  /** What a recursive read of these canonical paths would give away. */
  readonly sweep: (roots: readonly string[], sweep: CommandSweep) => Promise<Swept>
  readonly readBytes: (located: Located, options: { readonly maxBytes: number } & Signalled) => Promise<ReadContent>
  /** The bytes of a file, all of them; TOO_LARGE where there are more. */
  readonly readWhole: (located: Located, options: { readonly maxBytes: number } & Signalled) => Promise<Buffer>
  readonly readLines: (located: Located, options: LineWindow & Signalled) => Promise<ReadLines>
  readonly listDirectory: (located: Located, options: ListOptions) => Promise<Listing>
  /** For searches: everything below that agents may see. It must be closed. */
  readonly openTree: (located: Located) => Tree
  readonly writeFile: (
    located: Located,
    content: string | Buffer,
    options: WriteOptions & { readonly run?: string },
  ) => Promise<Written>
  /** With those that are missing above it. False when it is there already. */
  readonly createDirectory: (located: Located, callId: string) => boolean
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
  readonly journal: Journal
  /** The directory of what is kept for undo; it lies on the floor. */
  readonly keptDirectory: string | null
}

/** For what a person does: every place is open, and nothing is followed. */
const ANYWHERE: Place = { workdir: sep, policy: 'open', roots: [] }

/** What is looked at before a command runs: beyond it, nobody waits, and a person is asked. */
const EXPANDED_MAX = 2_000
const ENTRIES_MAX = 50_000

export function createFiles(parts: Parts): Files {
  const { limits, home, floor: floorPaths, durability, journal } = parts
  const handles = platformHandles()
  const floor = createFloor(floorPaths, limits.symlinkHops, parts.keptDirectory)
  const protectionOf = createProtection(home)
  const indexes = createLineIndexes()
  const locate = createLocate({ limits, home, floor, protectionOf, respell: handles.respell })
  const sightings = createSightings()
  const locateAny: Files['locate'] = (place, given, access) => {
    const location = locate(place, given, access)
    return { ...location, fingerprint: () => fingerprintOf(handles, location, limits) }
  }
  const find = (path: string): Located => {
    const located = locateAny(ANYWHERE, path, 'destroy')
    if (located.resource.path !== path) throw changedMeanwhile(path)
    requireOffFloor(located)
    return located
  }
  const isCritical = (path: string) => protectionOf(path, 'destroy').class !== 'none'
  const changes = createChanges({
    handles,
    limits,
    durability,
    journal,
    home,
    sightings,
    find,
    isCritical,
    requireOffFloor,
  })

  return {
    ...changes,
    limits,
    protectionOf,
    expand: (pattern) => expandPattern(pattern, { paths: EXPANDED_MAX, entries: ENTRIES_MAX }),
    sweep: (roots, sweep) => {
      const isClosed = (path: string) => protectionOf(path, 'read').class !== 'none'
      return sweepBelow({ isClosed, entries: ENTRIES_MAX }, roots, sweep)
    },

    locate: locateAny,

    async readBytes(located, { maxBytes, signal, run }) {
      requireOffFloor(located)
      using file = openLocated(handles, located)
      const { whole, ...content } = await readContent(file, maxBytes, signal)
      sightings.saw(run, located.resource.path, file.stats, whole)
      return content
    },

    async readWhole(located, { maxBytes, signal, run }) {
      requireOffFloor(located)
      using file = openLocated(handles, located)
      const whole = await readWhole(file, maxBytes, signal)
      sightings.saw(run, located.resource.path, file.stats, whole)
      return whole
    },

    async readLines(located, { signal, run, ...window }) {
      requireOffFloor(located)
      using file = openLocated(handles, located)
      const { whole, ...lines } = await readLineWindow(file, window, indexes, signal)
      const sha256 = sightings.saw(run, located.resource.path, file.stats, whole)
      return sha256 === null ? lines : { ...lines, sha256 }
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
      return openTree({ handles, isFloor: floor.isPart, floorNow: floor.partsNow, isFloorFile, isProtected }, located)
    },

    async writeFile(located, content, options) {
      requireOffFloor(located)
      if (located.resource.access === 'read') throw new HostError('INTERNAL', 'The path was located for reading.')
      const { path } = located.resource
      if (options.run !== undefined && options.mode === 'overwrite') changes.requireSeen(located, options.run)
      const written = await writeLocated({ handles, limits, durability, journal }, located, content, options)
      const { target } = find(path)
      // What was added to is seen only as far as it had been.
      if (target !== null && options.mode === 'overwrite')
        sightings.saw(options.run, path, target, Buffer.from(content))
      else sightings.gone(options.run, path)
      return written
    },

    createDirectory(located, callId) {
      requireOffFloor(located)
      return createLocatedDirectory({ handles, journal }, located, callId)
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
