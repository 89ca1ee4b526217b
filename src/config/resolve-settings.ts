import { isAbsolute, join, parse } from 'node:path'
import { LIMITS, type Limits } from '../base/limits.ts'
import type { LogLevel } from '../base/logger.ts'
import type { Level } from '../contract/levels.ts'
import type { SettingsFile } from './read-settings.ts'

/** Everything that can be set, with defaults filled in. */
export interface Settings {
  readonly port: number
  /** Chosen by a person: taken means an error, not another port. */
  readonly isPortFixed: boolean
  readonly host: string
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly behindProxy: boolean
  readonly level: Level | null
  readonly durability: 'process' | 'power'
  readonly projects: readonly string[]
  readonly workspaces: string
  /** Whether results carry reminders. */
  readonly reminders: 'off' | 'on_change' | 'every'
  readonly logLevel: LogLevel
  /** Checkers of the person's own, beside those we know. */
  readonly checkers: readonly CheckerSettings[]
  /** Null for the person's own login shell. */
  readonly shell: string | null
  readonly memorySecrets: 'redact' | 'show'
  /** Null for the built-in model. */
  readonly embeddings: EmbeddingSettings | null
  /** Hosts of the person's own network that may be reached although they are not public. */
  readonly privateHosts: readonly string[]
  readonly limits: Limits
}

export type CheckerSettings = NonNullable<SettingsFile['checkers']>[number]

export interface EmbeddingSettings {
  readonly url: string
  readonly model: string
  readonly keyFile: string | null
}

export interface Flags {
  readonly port?: number | undefined
  readonly host?: string | undefined
}

export type ResolvedSettings =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] }

const DEFAULT_PORT = 4_133
const DEFAULT_HOST = '127.0.0.1'

/** Defaults, then the file. */
export function resolveSettings(file: SettingsFile, home: string): ResolvedSettings {
  const settings: Settings = {
    port: file.port ?? DEFAULT_PORT,
    isPortFixed: file.port !== undefined,
    host: file.host ?? DEFAULT_HOST,
    allowedHosts: file.allowedHosts ?? [],
    allowedOrigins: file.allowedOrigins ?? [],
    behindProxy: file.behindProxy ?? false,
    level: file.level ?? null,
    durability: file.durability ?? 'process',
    projects: (file.projects ?? []).map((path) => expand(path, home)),
    workspaces: expand(file.workspaces ?? join('~', 'upperhand', 'workspaces'), home),
    reminders: file.reminders ?? 'on_change',
    logLevel: file.logLevel ?? 'info',
    checkers: file.checkers ?? [],
    shell: file.shell ?? null,
    memorySecrets: file.memorySecrets ?? 'redact',
    embeddings: embeddingsOf(file, home),
    privateHosts: file.web?.privateHosts ?? [],
    limits: { ...LIMITS, ...given(file.limits), ...given({ historyDays: file.historyDays }) },
  }
  const problems = [...pathProblems(settings, home), ...exposureProblems(settings)]
  return problems.length === 0 ? { ok: true, settings } : { ok: false, problems }
}

function embeddingsOf({ embeddings }: SettingsFile, home: string): EmbeddingSettings | null {
  if (embeddings === undefined) return null
  const { url, model, keyFile } = embeddings
  return { url, model, keyFile: keyFile === undefined ? null : expand(keyFile, home) }
}

/** Flags outweigh the file. */
export function withFlags(settings: Settings, { port, host }: Flags): Settings {
  return {
    ...settings,
    port: port ?? settings.port,
    isPortFixed: port !== undefined || settings.isPortFixed,
    host: host ?? settings.host,
  }
}

function given(values: Readonly<Record<string, number | undefined>> = {}): Record<string, number> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined))
}

function expand(path: string, home: string): string {
  if (path === '~') return home
  return /^~[/\\]/.test(path) ? join(home, path.slice(2)) : path
}

function pathProblems({ projects, workspaces }: Settings, home: string): string[] {
  return [
    ...[...projects, workspaces]
      .filter((path) => !isAbsolute(path))
      .map((path) => `"${path}" is not an absolute path.`),
    ...[...projects, workspaces]
      .filter((path) => path === home || path === parse(path).root)
      .map((path) => `${path} is too much: it would open everything a person has.`),
  ]
}

/** Everything that listens beyond this machine needs TLS, and that is a proxy's work. */
export function exposureProblems({ host, behindProxy }: Settings): string[] {
  if (behindProxy || /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host)) return []
  return [
    `"${host}" is reachable from other machines. Put a TLS proxy in front and set "behindProxy": true, or use ${DEFAULT_HOST}.`,
  ]
}
