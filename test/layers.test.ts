import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'

const SRC = resolve(import.meta.dirname, '..', 'src')

const FILE_LINES = 400

/** From the bottom up. A folder may import from lower layers and from its own folder, never sideways. */
const LAYERS: readonly (readonly string[])[] = [
  ['contract', 'version'],
  ['base'],
  ['storage', 'events', 'config'],
  ['broker'],
  [
    'access',
    'agents',
    'approvals',
    'clients',
    'commands',
    'diagnostics',
    'documents',
    'embeddings',
    'edits',
    'files',
    'git',
    'indexing',
    'machine',
    'memory',
    'projects',
    'prompts',
    'recall',
    'reminders',
    'results',
    'rules',
    'runs',
    'search',
    'terminals',
    'todos',
    'undo',
    'topics',
    'web',
    'workflows',
  ],
  ['tools'],
  ['calls', 'profiles'],
  ['assistant', 'cli', 'servers'],
  ['remembered-documents'],
  ['inspection', 'knowledge', 'retrieval', 'terminal-host', 'terminal-sessions', 'undoable-files'],
  ['core'],
  ['knowledge-mcp'],
  ['host-clients', 'host-doctor', 'host-mcp'],
  ['host'],
  ['main'],
]

/** Layers whose folders may import each other: they are one idea in several folders. */
const SIDEWAYS = new Set(['storage', 'events', 'config', 'calls', 'profiles'])

/** Who may touch the world directly; everything else gets it passed in. */
const RESTRICTED: Readonly<Record<string, readonly string[]>> = {
  'node:fs': [
    'access',
    'broker',
    'cli',
    'clients',
    'config',
    'core',
    'diagnostics',
    'embeddings/engine-worker.ts',
    'documents/make-pdf.ts',
    'events',
    'files',
    'host',
    'host-doctor',
    'indexing',
    'main',
    'profiles/tools-file.ts',
    'results',
    'retrieval',
    'search',
    'servers',
    'storage',
    'terminals/login-shell.ts',
    'terminals/record-cast.ts',
    'terminals/recordings.ts',
    'undo',
  ],
  'node:child_process': [
    'broker',
    'cli/lend-terminal.ts',
    'cli/open-browser.ts',
    'cli/start-daemon.ts',
    'cli/stdio-client.ts',
    'clients/run-program.ts',
    'diagnostics/run-check.ts',
    'search/engines.ts',
  ],
}

interface Source {
  readonly file: string
  readonly folder: string
  readonly lines: number
  readonly imports: readonly string[]
  readonly globals: ReadonlySet<string>
}

const sources = globSync('**/*.ts', { cwd: SRC })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(parse)

describe('layers', () => {
  it('hold the sources', () => {
    expect(sources.length).toBeGreaterThan(20)
    const known = new Set(LAYERS.flat())
    expect(sources.filter(({ folder }) => !known.has(folder)).map(({ file }) => file)).toEqual([])
  })

  it('import downwards only, and features not each other', () => {
    expect(sources.flatMap(upward)).toEqual([])
  })

  it('leave files and processes to the few that own them', () => {
    const offences = Object.entries(RESTRICTED).flatMap(([module, allowed]) =>
      sources
        .filter(({ imports }) => imports.some((name) => name === module || name.startsWith(`${module}/`)))
        .filter(({ file, folder }) => !allowed.includes(folder) && !allowed.includes(file))
        .map(({ file }) => `${file} imports ${module}`),
    )
    expect(offences).toEqual([])
  })

  it('have one adapter at most that fetches', () => {
    expect(sources.filter(({ globals }) => globals.has('fetch')).length).toBeLessThanOrEqual(1)
  })

  it('print in the command line only', () => {
    expect(
      sources.filter(({ folder, globals }) => folder !== 'cli' && globals.has('console')).map(({ file }) => file),
    ).toEqual([])
  })

  it('are made of small files', () => {
    expect(
      sources.filter(({ lines }) => lines > FILE_LINES).map(({ file, lines }) => `${file} has ${lines} lines`),
    ).toEqual([])
  })

  it('keep Node out of the contract', () => {
    const offences = sources.filter(
      ({ folder, imports }) => folder === 'contract' && imports.some((name) => name.startsWith('node:')),
    )
    expect(offences.map(({ file }) => file)).toEqual([])
  })
})

function upward({ file, folder, imports }: Source): string[] {
  return imports
    .filter((name) => name.startsWith('.') && name !== '../package.json')
    .map((name) => folderOf(relative(SRC, join(SRC, dirname(file), name))))
    .filter((target) => target !== folder && !isBelow(target, folder))
    .map((target) => `${file} imports ${target}`)
}

function isBelow(target: string, folder: string): boolean {
  const [lower, upper] = [layerOf(target), layerOf(folder)]
  return lower < upper || (lower === upper && SIDEWAYS.has(target) && SIDEWAYS.has(folder))
}

function layerOf(folder: string): number {
  const index = LAYERS.findIndex((layer) => layer.includes(folder))
  return index === -1 ? Number.POSITIVE_INFINITY : index
}

function folderOf(file: string): string {
  return file.split('/')[0]?.replace(/\.ts$/, '') ?? ''
}

function parse(file: string): Source {
  const text = readFileSync(join(SRC, file), 'utf8')
  const { program, module } = parseSync(file, text)
  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ]
  return { file, folder: folderOf(file), lines: text.split('\n').length, imports, globals: globalsOf(program) }
}

/** Names that are called, or whose members are used, as they stand: `fetch(…)`, `console.log`. */
function globalsOf(program: ESTree.Program): Set<string> {
  const names = new Set<string>()
  new Visitor({
    CallExpression: ({ callee }) => {
      if (callee.type === 'Identifier') names.add(callee.name)
    },
    MemberExpression: ({ object }) => {
      if (object.type === 'Identifier') names.add(object.name)
    },
  }).visit(program)
  return names
}
