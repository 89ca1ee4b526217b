import { z } from 'zod'
import type { Effect } from '../../src/contract/effects.ts'
import { type Catalog, createCatalog } from '../../src/tools/catalog.ts'
import type { IconName } from '../../src/tools/icons.ts'
import { type Operation, operation, type Toolset } from '../../src/tools/operation.ts'

interface Sketch {
  readonly title?: string
  readonly effect?: Effect
  readonly icon?: IconName
  readonly input?: z.ZodObject
  readonly aliases?: Readonly<Record<string, readonly string[]>>
  readonly example?: Readonly<Record<string, unknown>>
}

/** An operation with only what matters to a test of names, profiles and publishing. */
export function sketch(name: string, { title, effect, icon, input, aliases, example }: Sketch = {}): Operation {
  return operation({
    name,
    title: title ?? name.replaceAll('_', ' '),
    description: `Does ${name}.`,
    effect: effect ?? 'read',
    icon: icon ?? 'file',
    input: input ?? z.strictObject({}),
    output: z.object({}),
    aliases: aliases ?? {},
    example: example ?? {},
    label: () => name,
    run: () => ({}),
    text: () => '',
  })
}

const filePath = z.string().min(1).describe('Path of the file, relative to the working directory or absolute.')
const path = z.string().min(1)

const pathInput = { input: z.strictObject({ path }), example: { path: 'src/main.ts' } }

export const readFile = sketch('read_file', {
  icon: 'file-text',
  input: z.strictObject({
    filePath,
    offset: z.int().min(1).default(1).describe('First line, counted from 1.'),
    limit: z.int().min(1).max(2_000).default(2_000),
  }),
  aliases: { filePath: ['path', 'file_path'] },
  example: { filePath: 'src/main.ts' },
})

export const TOOLSETS: readonly Toolset[] = [
  single(
    'think',
    'reasoning',
    sketch('think', { input: z.strictObject({ thoughts: z.string() }), example: { thoughts: 'x' } }),
  ),
  {
    name: 'todo_operations',
    title: 'Todos',
    summary: 'Keep a list of what is to do.',
    category: 'todos',
    shape: 'grouped',
    operations: [sketch('read'), sketch('write', { effect: 'write' })],
  },
  single('read_tool_result', 'results', sketch('read_tool_result')),
  {
    name: 'file_operations',
    title: 'Files',
    summary: 'Read and change files.',
    category: 'files',
    shape: 'grouped',
    operations: [
      readFile,
      sketch('list_dir', pathInput),
      sketch('create_file', {
        effect: 'write',
        input: z.strictObject({ filePath, content: z.string() }),
        example: { filePath: 'a.txt', content: 'hello' },
      }),
      sketch('delete_file', { effect: 'destroy', input: z.strictObject({ filePath }), example: { filePath: 'a.txt' } }),
    ],
  },
  {
    name: 'build_and_version_control',
    title: 'Build',
    summary: 'Run tasks, read and commit changes.',
    category: 'build',
    shape: 'grouped',
    aliases: ['build_version_control'],
    operations: [sketch('get_changed_files'), sketch('git_commit', { effect: 'execute' })],
  },
  {
    name: 'filesystem',
    title: 'Filesystem',
    summary: 'Files on this machine.',
    category: 'filesystem',
    shape: 'flat',
    operations: [
      sketch('fs_list', pathInput),
      sketch('fs_read', pathInput),
      sketch('fs_write', { ...pathInput, effect: 'write' }),
    ],
  },
  {
    name: 'shell',
    title: 'Shell',
    summary: 'Commands on this machine.',
    category: 'shell',
    shape: 'flat',
    operations: [
      sketch('shell_exec', {
        effect: 'execute',
        input: z.strictObject({ command: z.string() }),
        example: { command: 'ls' },
      }),
    ],
  },
  {
    name: 'projects',
    title: 'Projects',
    summary: 'Registered projects.',
    category: 'projects',
    shape: 'flat',
    operations: [sketch('list_projects'), sketch('run_script', { effect: 'execute' })],
  },
  single('approval_wait', 'collaboration', sketch('approval_wait')),
]

export function fixtureCatalog(toolsets: readonly Toolset[] = TOOLSETS): Catalog {
  return createCatalog(toolsets)
}

function single(name: string, category: string, only: Operation): Toolset {
  return { name, title: only.title, summary: only.description, category, shape: 'single', operations: [only] }
}
