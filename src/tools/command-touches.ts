import { basename } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { oneLine, visible } from '../base/visible.ts'
import type { Commands } from '../commands/commands.ts'
import type { CommandAnalysis, CommandContext } from '../contract/commands.ts'
import type { Preview } from '../contract/preview.ts'
import type { CommandResource } from '../contract/resources.ts'
import type { Place } from '../contract/run.ts'
import type { Files, Located } from '../files/files.ts'
import { isTakenApart, wholeCommand } from './command-resources.ts'
import { type LookedAt, lookAtPart } from './look-at-command.ts'
import type { Touched } from './operation.ts'

export interface CommandRequest {
  readonly command: string
  /** As the caller wrote it, relative to the working directory of its run. Without it, that one. */
  readonly cwd?: string | undefined
  readonly place: Place
  /** Its name or path: `bash`, `/usr/bin/fish`, `pwsh`. Without it, the text is taken for POSIX unless it looks foreign. */
  readonly shell?: string | null | undefined
}

/** What `touches` of an operation that runs a command returns; `command` carries what people are shown. */
export type CommandTouches = {
  readonly command: CommandTouch
  readonly others: readonly Touched[]
}

export interface CommandTouch extends Touched {
  readonly resource: CommandResource
  /** Where it runs: start it there, and only if that is still the same directory. */
  readonly cwd: Located
  readonly analysis: CommandAnalysis
  readonly details: readonly string[]
  readonly preview: Preview
}

export type TouchCommand = (request: CommandRequest) => Promise<CommandTouches>

interface Parts {
  readonly files: Files
  readonly commands: Commands
  readonly home: string
  readonly platform?: NodeJS.Platform
}

const LABEL_CHARS = 120
/** Patterns and directories that are looked into before a command runs: a longer one costs more than it is worth. */
const LOOKS_MAX = 24

/** The line of a card for a command. */
export function commandLabel(command: string): string {
  return `Running: ${oneLine(command, LABEL_CHARS)}`
}

/** Everything a command touches, from its text and from the files that are there now; nothing is run. */
export function createTouchCommand({ files, commands, home, platform }: Parts): TouchCommand {
  return async ({ command, cwd: given = '.', place, shell = null }) => {
    const cwd = files.locate(place, given, 'read')
    if (cwd.target?.isDirectory() !== true) throw noDirectory(given)
    const analyse = await commands.load()
    const analysis = analyse(command, { cwd: cwd.resource.path, home, platform, shell: kindOfShell(shell) })
    const world = { files, place, looks: { left: LOOKS_MAX } }
    const looked: LookedAt[] = isTakenApart(analysis) ? [] : [unseen(analysis)]
    if (isTakenApart(analysis)) for (const part of analysis.parts) looked.push(await lookAtPart(world, analysis, part))
    const [first, ...rest] = looked.flatMap(({ command: own, others }) => [own, ...others])
    if (first === undefined) throw new Error('a command has at least one part')
    const elsewhere = cwd.resource.path === place.workdir ? [] : [cwd]
    return {
      command: {
        resource: looked[0]?.command.resource ?? wholeCommand(analysis),
        ...(first.fingerprint === undefined ? {} : { fingerprint: first.fingerprint }),
        cwd,
        analysis,
        details: detailsOf(analysis, looked, elsewhere),
        preview: previewOf(analysis, looked, cwd, shell),
      },
      others: [...rest, ...elsewhere],
    }
  }
}

const POSIX = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash'])

function kindOfShell(shell: string | null): CommandContext['shell'] {
  if (shell === null) return undefined
  const name = basename(shell.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.exe$/, '')
    .replace(/^-/, '')
  if (POSIX.has(name)) return 'posix'
  if (name === 'pwsh' || name === 'powershell') return 'powershell'
  return name === 'cmd' ? 'cmd' : 'other'
}

function unseen(analysis: CommandAnalysis): LookedAt {
  const doubts = analysis.reasons.map(({ text }) => text)
  return { command: { resource: wholeCommand(analysis) }, others: [], doubts, scripts: [] }
}

function detailsOf({ reasons }: CommandAnalysis, looked: readonly LookedAt[], elsewhere: readonly Located[]): string[] {
  const lines = [
    ...elsewhere.map(({ resource }) => `In ${resource.path}`),
    ...reasons.filter(({ risk }) => risk !== 'low').map(({ text }) => text),
    ...looked.flatMap(({ doubts }) => doubts),
    ...looked
      .flatMap(({ scripts }) => scripts.filter(({ isNamed }) => isNamed))
      .map(({ title, text }) => `${title}: ${text}`),
  ]
  return [...new Set(lines.map((line) => visible(line)))]
}

function previewOf(
  analysis: CommandAnalysis,
  looked: readonly LookedAt[],
  cwd: Located,
  shell: string | null,
): Preview {
  const parts = isTakenApart(analysis) ? analysis.parts : []
  return {
    kind: 'command',
    command: analysis.text,
    cwd: cwd.resource.path,
    shell,
    parts: parts.map(({ text, span, program, verdict, risk, reasons }, index) => ({
      text,
      ...span,
      program,
      verdict,
      risk,
      reasons: [...new Set([...reasons.map((reason) => reason.text), ...(looked[index]?.doubts ?? [])])],
    })),
    scripts: looked.flatMap(({ scripts }) => scripts.map(({ title, text, isWhole }) => ({ title, text, isWhole }))),
  }
}

function noDirectory(given: string): HostError {
  return new HostError('NOT_FOUND', `There is no directory ${visible(given)} to run the command in.`, {
    hint: 'Name a directory that exists.',
  })
}
