import { hash } from 'node:crypto'
import { dirname } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { CommandAnalysis, CommandPart, CommandPath } from '../contract/commands.ts'
import type { CommandResource } from '../contract/resources.ts'
import type { Place } from '../contract/run.ts'
import type { Files, Located } from '../files/files.ts'
import { commandOf } from './command-resources.ts'
import { type CommandScript, scriptFiles, scriptsOf } from './command-scripts.ts'
import { lookalikeRepository } from './git-place.ts'
import type { Touched } from './operation.ts'

/** One simple command with what is known once its files have been looked at. */
export interface LookedAt {
  readonly command: Touched & { readonly resource: CommandResource }
  readonly others: readonly Touched[]
  /** Why it cannot be known what it reaches; empty where it can. */
  readonly doubts: readonly string[]
  readonly scripts: readonly CommandScript[]
}

interface World {
  readonly files: Files
  readonly place: Place
  /** How often more than a single name is looked at, for the whole command. */
  readonly looks: { left: number }
}

interface Reached {
  readonly touched: Touched[]
  readonly doubts: string[]
  /** Sentences of what must not go unasked, whatever is allowed. */
  readonly alarms: string[]
  /** What else the digest of an approval depends on. */
  readonly state: string[]
}

export async function lookAtPart(world: World, analysis: CommandAnalysis, part: CommandPart): Promise<LookedAt> {
  const reached: Reached = { touched: [], doubts: [], alarms: [], state: [] }
  const byContent = dependsOnContent(analysis, part)
  for (const path of part.paths) await reach(world, path, reached, byContent)
  const lookalike = part.program === 'git' ? lookalikeRepository(world, part.directories ?? []) : null
  if (part.program === 'git' && part.directories === null)
    reached.doubts.push('Which repository it works in cannot be known.')
  if (lookalike !== null)
    reached.alarms.push(`Git would use ${lookalike} as a repository and run what is configured in it.`)
  const { scripts, state } = scriptsOf(world, part)
  reached.state.push(...state)
  const resource = doubtful(commandOf(part), reached)
  const mark = reached.state.length === 0 ? resource.identity : hash('sha256', JSON.stringify(reached.state))
  return {
    command: { resource, fingerprint: () => mark },
    others: reached.touched,
    doubts: [...new Set([...reached.doubts, ...reached.alarms])],
    scripts: [...scriptFiles(world, part), ...scripts],
  }
}

/** A program that nobody knows, or code, does what its files say; so does whatever is fed from a file. */
function dependsOnContent(analysis: CommandAnalysis, { effects }: CommandPart): boolean {
  if (analysis.parts.some((part) => part.effects.includes('executes-inline-code'))) return true
  return effects.some((effect) => effect === 'unknown' || effect === 'network' || effect === 'publishes')
}

async function reach(world: World, path: CommandPath, reached: Reached, byContent: boolean): Promise<void> {
  if (path.path === null) return
  if (path.isPattern || path.sweep !== null) {
    world.looks.left -= 1
    if (world.looks.left < 0) {
      reached.doubts.push('It reads in too many places to look at all of them.')
      return
    }
  }
  const located = path.isPattern
    ? await expanded(world, path, path.path, reached)
    : locate(world, path.path, path, reached)
  for (const one of located) reached.touched.push(byContent && path.access === 'read' ? withContent(world, one) : one)
  if (path.sweep === null || located.length === 0) return
  const roots = located.filter(({ target }) => target?.isDirectory() === true).map(({ resource }) => resource.path)
  const { closed, doubt } = await world.files.sweep(roots, path.sweep)
  if (doubt !== null) reached.doubts.push(doubt)
  for (const one of closed) reached.touched.push(...locate(world, one, path, reached))
}

const NAMES_MAX = 50
/** `.?/`, `.[.]/` and `.*\/`: to some shells the directory above is a name like any other. */
const MEANS_UP = /(?:^|\/)\.(?:\*+|\**(?:\.|\?|\[[^/]*\])\**)\/(?<!(?:^|\/)\.\.\/)/

/** A pattern is judged by the names it stands for. */
async function expanded(world: World, path: CommandPath, pattern: string, reached: Reached): Promise<Located[]> {
  const start = locate(world, fixedPart(pattern), path, reached)
  if (/[*?[][^/]*\/(?:.*\/)?\.\.(?:\/|$)/.test(pattern) || MEANS_UP.test(pattern)) {
    reached.doubts.push('Its pattern leads up again, so what it reaches cannot be known.')
    return start
  }
  const { paths, isWhole } = await world.files.expand(pattern)
  if (!isWhole) reached.doubts.push('Its pattern stands for more names than are looked at.')
  const names = paths.flatMap((one) => locate(world, one, path, reached))
  if (path.access !== 'read') {
    reached.state.push(...paths)
    if (names.length > NAMES_MAX) reached.doubts.push(`Its pattern stands for ${names.length} files.`)
    return names.length === 0 || names.length > NAMES_MAX ? start : names
  }
  const zone = start[0]?.resource.zone
  const isSwept = path.sweep !== null
  const notable = names.filter(
    ({ resource }) => isSwept || resource.protection.class !== 'none' || resource.zone !== zone,
  )
  if (notable.length > NAMES_MAX) reached.doubts.push(`Its pattern stands for ${notable.length} files.`)
  return [...start.filter(() => !isSwept || names.length === 0), ...notable.slice(0, NAMES_MAX)]
}

/** The directory that everything a pattern can match is below. */
function fixedPart(pattern: string): string {
  const at = pattern.search(/[*?[{]/)
  return at < 0 ? pattern : dirname(`${pattern.slice(0, at)}x`)
}

function locate({ files, place }: World, path: string, { access }: CommandPath, reached: Reached): Located[] {
  try {
    return [files.locate(place, path, access)]
  } catch (cause) {
    const { code, message } = HostError.from(cause)
    if (code === 'PERMISSION_DENIED') reached.alarms.push(message)
    else reached.doubts.push(message)
    return []
  }
}

function withContent({ files }: World, located: Located): Touched {
  return { resource: located.resource, fingerprint: () => contentMark(files, located) }
}

function contentMark(files: Files, located: Located): string {
  const { identity, protection } = located.resource
  if (protection.class === 'floor') return identity
  try {
    const image = files.preImage(located)
    if (image.kind !== 'file') return `${image.kind} ${identity}`
    return image.sha256 ?? `${identity} ${image.size} ${image.mtimeMs}`
  } catch {
    // Not readable by us, so not by what runs: its identity is all there is.
    return identity
  }
}

/** What is in doubt asks, and no rule or earlier word about its kind covers it. */
function doubtful(resource: CommandResource, { doubts, alarms }: Reached): CommandResource {
  if (doubts.length === 0 && alarms.length === 0) return resource
  const [alarm] = alarms
  return {
    ...resource,
    isCertain: false,
    effect: resource.effect === 'read-only' ? 'other' : resource.effect,
    protection:
      alarm === undefined || resource.protection.class !== 'none'
        ? resource.protection
        : { class: 'critical', reason: alarm },
    identity: JSON.stringify(['text', resource.text]),
  }
}
