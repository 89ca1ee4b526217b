import { hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { CommandPart } from '../contract/commands.ts'
import type { CommandPreviewScript } from '../contract/preview.ts'
import type { Place } from '../contract/run.ts'
import type { Files } from '../files/files.ts'

/** What a command runs besides its own text. */
export interface CommandScript extends CommandPreviewScript {
  /** A script with a name: short enough for a line of the card. */
  readonly isNamed: boolean
}

interface World {
  readonly files: Files
  readonly place: Place
}

const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const ELSEWHERE = /^(?:-w|-r|-F|--workspaces?|--recursive|--filter)$/
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['install', ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']],
  ['pack', ['prepack', 'prepare', 'postpack']],
  ['publish', ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish']],
  ['version', ['preversion', 'version', 'postversion']],
  [
    'restart',
    ['prerestart', 'restart', 'postrestart', 'prestop', 'stop', 'poststop', 'prestart', 'start', 'poststart'],
  ],
])
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...'i ci add update up upgrade'.split(' ').map((name) => [name, 'install'] as const),
  ['t', 'test'],
  ['tst', 'test'],
])

/** The scripts of package.json that a package manager runs, and those they name in turn. */
export function scriptsOf(world: World, part: CommandPart): { scripts: CommandScript[]; state: string[] } {
  const isManager = PACKAGE_MANAGERS.has(part.program ?? '')
  if (!isManager) return { scripts: [], state: buildFiles(world, part) }
  const [directory] = part.directories ?? []
  if (directory === undefined || part.directories?.length !== 1) return NOTHING
  const found = packageAbove(world, directory)
  if (found === null) return NOTHING
  const { path, scripts } = found
  // Any of them: scripts run each other, and not always by a name that can be told.
  const state = [path, hash('sha256', JSON.stringify([...scripts]))]
  if (part.shape.flags.some((flag) => ELSEWHERE.test(flag))) return { scripts: [], state }
  const shown = closure(wantedNames(part), scripts).map((name) => ({
    title: `package.json, ${name}`,
    text: scripts.get(name) ?? '',
    isWhole: true,
    isNamed: true,
  }))
  return { scripts: shown, state }
}

const NOTHING = { scripts: [], state: [] }

function wantedNames({ shape: { subcommands } }: CommandPart): string[] {
  const [first = '', second] = subcommands
  if (/^(?:run|run-script|rum)$/.test(first)) return second === undefined ? [] : around(second)
  const name = ALIASES.get(first) ?? first
  return [...(NAMES.get(name) ?? around(name))]
}

function around(name: string): string[] {
  return [`pre${name}`, name, `post${name}`]
}

const MENTION = /\b(?:npm|pnpm|yarn|bun|npm-run-all|run-[sp])\s+((?:run\s+|run-script\s+|-\S+\s+)*[\w:.-]+)/g
const SHOWN_MAX = 20

function closure(names: readonly string[], scripts: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>()
  const pending = names.toReversed()
  for (let name = pending.pop(); name !== undefined && found.size < SHOWN_MAX; name = pending.pop()) {
    const text = scripts.get(name)
    if (text === undefined || found.has(name)) continue
    found.add(name)
    for (const [, words = ''] of text.matchAll(MENTION)) {
      const next = words.split(/\s+/).at(-1) ?? ''
      pending.push(...around(ALIASES.get(next) ?? next).toReversed())
    }
  }
  return [...found]
}

const packageSchema = z.looseObject({ scripts: z.record(z.string(), z.unknown()).default({}) })
const LEVELS_MAX = 40

function packageAbove(world: World, directory: string): { path: string; scripts: Map<string, string> } | null {
  let place = directory
  for (let level = 0; level < LEVELS_MAX; level++) {
    const path = join(place, 'package.json')
    const text = readText(world, path)
    if (text !== null) return { path, scripts: scriptsIn(text) }
    if (dirname(place) === place) return null
    place = dirname(place)
  }
  return null
}

function scriptsIn(text: string): Map<string, string> {
  try {
    const { scripts } = packageSchema.parse(JSON.parse(text.replace(/^\uFEFF/, '')))
    return new Map(
      Object.entries(scripts).flatMap(([name, script]) => (typeof script === 'string' ? [[name, script]] : [])),
    )
  } catch {
    // Not a package.json that anybody can run scripts from; its text still counts.
    return new Map([['', text]])
  }
}

const BUILD_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['make', ['GNUmakefile', 'makefile', 'Makefile']],
  ['gmake', ['GNUmakefile', 'makefile', 'Makefile']],
  ['just', ['justfile', '.justfile', 'Justfile']],
  ['task', ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml']],
  ['rake', ['rakefile', 'Rakefile', 'rakefile.rb', 'Rakefile.rb']],
  ['ninja', ['build.ninja']],
  ['cmake', ['CMakeLists.txt']],
  ['tox', ['tox.ini', 'pyproject.toml', 'setup.cfg']],
  ['nox', ['noxfile.py']],
])

/** What the digest needs of the file that a build tool takes its orders from. */
function buildFiles(world: World, { program, directories }: CommandPart): string[] {
  const names = BUILD_FILES.get(program ?? '') ?? []
  return (directories ?? []).flatMap((directory) =>
    names.flatMap((name) => {
      const text = readText(world, join(directory, name))
      return text === null ? [] : [name, hash('sha256', text)]
    }),
  )
}

/** The text of the files that the command runs as programs. */
export function scriptFiles(world: World, { reasons, paths }: CommandPart): CommandScript[] {
  const runs = new Set(
    reasons.filter(({ code }) => code === 'runs-script' || code === 'local-program').map(({ span }) => span.start),
  )
  return paths.flatMap(({ path, given, span, isPattern }) => {
    if (path === null || isPattern || !runs.has(span.start)) return []
    const text = readText(world, path)
    if (text === null) return []
    const max = world.files.limits.previewBytes
    return [{ title: given ?? path, text: text.slice(0, max), isWhole: text.length <= max, isNamed: false }]
  })
}

function readText({ files, place }: World, path: string): string | null {
  try {
    const located = files.locate(place, path, 'read')
    if (located.resource.protection.class !== 'none') return null
    const image = files.preImage(located)
    return image.kind === 'file' ? (image.text ?? image.sha256) : null
  } catch {
    // Whatever is there cannot be read as a file; the command will not run it either.
    return null
  }
}
