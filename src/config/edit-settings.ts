import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { removeAt, setAt } from '../base/edit-json.ts'
import { HostError } from '../base/host-error.ts'
import { LIMITS, type LimitName } from '../base/limits.ts'
import { settingsSchema } from '../contract/settings.ts'
import { parseJsonc } from './jsonc.ts'
import { largest } from './limit-bounds.ts'
import { readSettings } from './read-settings.ts'
import { resolveSettings } from './resolve-settings.ts'

const { allowedHosts, allowedOrigins, projects, workspaces, historyDays, logLevel } = settingsSchema.shape

/** What can be changed while it runs; null goes back to the default. The address and the level are changed elsewhere. */
export const settingsPatchSchema = z.strictObject({
  allowedHosts: allowedHosts.nullable(),
  allowedOrigins: allowedOrigins.nullable(),
  projects: projects.nullable(),
  workspaces: workspaces.nullable(),
  historyDays: historyDays.nullable(),
  logLevel: logLevel.nullable(),
  limits: z
    .strictObject(
      Object.fromEntries(
        (Object.keys(LIMITS) as LimitName[])
          .filter((name) => name !== 'historyDays')
          .map((name) => [name, z.int().min(1).max(largest(name)).nullable().optional()]),
      ),
    )
    .optional(),
})
export type SettingsPatch = z.output<typeof settingsPatchSchema>

const EMPTY = '{\n}\n'
const MARK = '\uFEFF'

/** Changes exactly the keys that are given; comments and everything else in the file stay as they are. */
export function editSettings(path: string, home: string, patch: SettingsPatch): void {
  const file = followed(path)
  const { mark, text } = readText(file)
  const changed = applied(text, patch)
  if (changed === text) return
  const read = readSettings(changed)
  const resolved = read.ok ? resolveSettings(read.file, home) : read
  if (!resolved.ok) throw new HostError('INVALID_PARAMETERS', resolved.problems.join(' '))
  writeAtomically(file, mark + changed)
}

function readText(file: string): { mark: string; text: string } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { mark: '', text: EMPTY }
    throw new HostError('UNAVAILABLE', 'settings.json cannot be read.', { cause })
  }
  const mark = text.startsWith(MARK) ? MARK : ''
  const rest = text.slice(mark.length)
  const read = readSettings(rest)
  if (read.ok) return { mark, text: rest }
  throw new HostError('CONFLICT', `settings.json is not in force, so it is not changed: ${read.problems.join(' ')}`, {
    hint: 'Correct the file first.',
  })
}

function applied(text: string, { limits = {}, ...patch }: SettingsPatch): string {
  const changes = [
    ...Object.entries(patch).map(([key, value]) => ({ path: [key], value })),
    ...Object.entries(limits).map(([key, value]) => ({ path: ['limits', key], value })),
  ]
  return changes.reduce((changed, { path, value }) => {
    if (value === undefined) return changed
    if (value !== null) return setAt(changed, path, value)
    return has(changed, path) ? removeAt(changed, path) : changed
  }, text)
}

function has(text: string, path: readonly string[]): boolean {
  const parsed = parseJsonc(text)
  let value = parsed.ok ? parsed.value : undefined
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return true
}

/** A link is kept: what it points to is changed. */
function followed(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new HostError('UNAVAILABLE', 'settings.json cannot be written.', {
      hint: 'Check the disk and the permissions of the data directory.',
      cause,
    })
  }
}
