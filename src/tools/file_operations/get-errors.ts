import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import type { CommandPreviewPart, Preview } from '../../contract/preview.ts'
import type { CommandResource } from '../../contract/resources.ts'
import type { Check } from '../../diagnostics/check.ts'
import type { Diagnostics, PlannedChecks } from '../../diagnostics/diagnostics.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files, Located } from '../../files/files.ts'
import type { Search } from '../../search/search.ts'
import { operation, type Touched } from '../operation.ts'
import * as fields from './fields.ts'
import { problemLines } from './problem-lines.ts'

const FOUND_MAX = 500
const SHOWN_MAX = 500
const CONFIG_BYTES = 256 * 1024
/** Looking for files happens before anybody is asked, so it must not take long. */
const LOOKING_MS = 2_000

interface Services {
  readonly files: Files
  readonly search: Search
  readonly diagnostics: Diagnostics
}

type PlanTouch = Touched & { readonly plan: PlannedChecks }

export const getErrors = ({ files, search, diagnostics }: Services) =>
  operation({
    name: 'get_errors',
    title: 'Check for errors',
    description: "Errors by the project's own checkers: types, lint, syntax.",
    effect: 'execute',
    icon: 'wrench',
    input: z.strictObject({
      filePaths: fields.filePaths,
      path: fields.directory,
    }),
    output: z.object({
      errors: z.array(
        z.object({
          file: z.string(),
          line: z.int().optional(),
          column: z.int().optional(),
          severity: z.enum(['error', 'warning', 'info']),
          message: z.string(),
          code: z.string().optional(),
          source: z.string(),
        }),
      ),
      totalCount: z.int(),
      checkers: z.array(
        z.object({
          name: z.string(),
          status: z.enum(['ran', 'cached', 'failed', 'timeout', 'missing']),
          command: z.string().optional(),
          note: z.string().optional(),
        }),
      ),
      truncated: z.boolean().optional(),
    }),
    aliases: { filePaths: ['files', 'file_paths'], path: fields.DIRECTORY_ALIASES },
    example: { path: '.' },

    async touches({ path, filePaths = [] }, { place }) {
      const project = files.locate(place, path, 'read')
      const named = filePaths.map((file) => files.locate(place, file, 'read'))
      const plan = await planFor({ files, search, diagnostics }, project, named, place.workdir)
      const [first, ...others] = plan.checks.map((check) => touchOf(diagnostics, plan.root, check))
      const checks: PlanTouch = { ...(first ?? { resource: NOTHING_TO_RUN }), plan }
      return { project, named, checks, others }
    },
    label: ({ path, filePaths }) =>
      `Checking for errors: ${filePaths?.length === 1 ? shownName(filePaths[0] ?? '') : shownName(path)}`,
    details: (_input, { checks }) =>
      checks.plan.checks.map(({ name, text, isHarmless }) => {
        return `${name}: ${text}${isHarmless ? '' : ' (can run code of the project)'}`
      }),
    preview: (_input, { project, checks }) => previewOf(project, checks.plan.checks),

    async run(_input, { project, checks: { plan } }, { signal, progress }) {
      using tree = files.openTree(project)
      if (!tree.isDirectory) {
        throw new HostError('INVALID_PARAMETERS', `${tree.path} is a file.`, { hint: 'Give files in filePaths.' })
      }
      const { diagnostics: found, reports } = await diagnostics.run(plan, {
        directory: tree.startIn,
        state: () => search.stateOf(tree, signal),
        isShown: tree.isShown,
        signal,
        progress,
      })
      return {
        errors: found.slice(0, SHOWN_MAX).map(({ file, line, column, severity, message, code, source }) => ({
          file,
          ...(line === null ? {} : { line }),
          ...(column === null ? {} : { column }),
          severity,
          message,
          ...(code === null ? {} : { code }),
          source,
        })),
        totalCount: found.length,
        checkers: reports.map(({ name, status, command, note }) => ({
          name,
          status,
          ...(command === null ? {} : { command }),
          ...(note === null ? {} : { note }),
        })),
        ...(found.length > SHOWN_MAX ? { truncated: true } : {}),
      }
    },

    text: problemLines,
  })

/** What cannot be looked at is left to the gate and to the run: they say what is wrong with it. */
async function planFor(
  { files, search, diagnostics }: Services,
  project: Located,
  named: readonly Located[],
  workdir: string,
): Promise<PlannedChecks> {
  const { path, protection } = project.resource
  const paths = named.map(({ resource }) => resource.path)
  if (project.target?.isDirectory() !== true || protection.class !== 'none') {
    return { root: path, files: paths, checks: [], missing: [] }
  }
  using tree = files.openTree(project)
  return await diagnostics.plan({
    root: path,
    top: topOf(project, workdir),
    files: paths,
    read: (name) => {
      using file = tree.openFile([], name)
      return file?.read(0, CONFIG_BYTES).toString() ?? null
    },
    find: async (glob) => {
      const context = { signal: new AbortController().signal, progress: () => {}, timeMs: LOOKING_MS }
      return (await search.find(tree, { ...EVERY_FILE, glob }, context)).paths.map((found) => found.path)
    },
  })
}

const EVERY_FILE = {
  recursive: true,
  includeIgnored: false,
  directories: false,
  newestFirst: false,
  limit: FOUND_MAX,
  offset: 0,
  countAll: false,
}

/** Packages of the working directory count as the project's; outside it, only the directory's own. */
function topOf({ resource }: Located, workdir: string): string {
  return resource.path === workdir || resource.path.startsWith(`${workdir}/`) ? workdir : resource.path
}

function touchOf(diagnostics: Diagnostics, root: string, check: Check): Touched {
  const words = check.text.split(' ').slice(1)
  const resource: CommandResource = {
    kind: 'command',
    text: check.text,
    program: check.programName,
    subcommand: [],
    flags: words.filter((word) => word.startsWith('-')),
    operands: [],
    extras: [],
    isCertain: true,
    hosts: [],
    effect: check.isHarmless ? 'read-only' : 'other',
    protection: { class: 'none', reason: null },
    identity: diagnostics.identity(root, check),
  }
  return { resource, fingerprint: () => `${resource.identity} ${diagnostics.fingerprint(check)}` }
}

/** Looking for checkers runs nothing, so a project without any asks nobody. */
const NOTHING_TO_RUN: CommandResource = {
  kind: 'command',
  text: '(no checker)',
  program: null,
  subcommand: [],
  flags: [],
  operands: [],
  extras: [],
  isCertain: true,
  hosts: [],
  effect: 'read-only',
  protection: { class: 'none', reason: null },
  identity: JSON.stringify(['check', 'none']),
}

function previewOf({ resource }: Located, checks: readonly Check[]): Preview {
  const parts: CommandPreviewPart[] = []
  let start = 0
  for (const { text, programName, isHarmless } of checks) {
    parts.push({
      text,
      start,
      end: start + text.length,
      program: programName,
      verdict: isHarmless ? 'read-only' : 'other',
      risk: isHarmless ? 'low' : 'high',
      reasons: isHarmless ? [] : ['It can run code of the project.'],
    })
    start += text.length + 1
  }
  const command = checks.map(({ text }) => text).join('\n')
  return { kind: 'command', command, cwd: resource.path, shell: null, parts, scripts: [] }
}
