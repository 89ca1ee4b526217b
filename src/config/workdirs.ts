import { hash } from 'node:crypto'
import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { Settings } from './resolve-settings.ts'
import { judgeWorkdir } from './workdir.ts'

/** What a run says about where it wants to work. */
export interface Wish {
  readonly kind: 'stdio' | 'session' | 'stateless' | 'person'
  readonly credential: string
  readonly profile: string
  readonly workdir?: string | undefined
  readonly conversation?: string | undefined
}

interface Parts {
  readonly home: string
  readonly dataDirectory: string
  readonly settings: () => Settings
}

const HASH_CHARS = 12

/**
 * The directory a run works in. A local client brings its own; over HTTP a client may name one only inside a registered
 * project or the workspaces directory, because "inside" is what runs without asking. Without one it gets its own.
 */
export function createWorkdirs({ home, dataDirectory, settings }: Parts): (wish: Wish) => string {
  const isolated = ({ credential, profile, conversation }: Wish): string => {
    const name =
      conversation === undefined ? `${credential}-${profile}` : `${credential}-${profile}-${shortHash(conversation)}`
    const path = join(settings().workspaces, name.replace(/[^A-Za-z0-9._-]/g, '_'))
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return realpathSync.native(path)
  }

  return (wish) => {
    const { kind, workdir } = wish
    if (workdir === undefined || workdir === '') return isolated(wish)
    if (kind === 'person') return isDirectory(workdir) ? realpathSync.native(workdir) : isolated(wish)
    const judged = judgeWorkdir(workdir, { home, dataDirectory })
    if (kind === 'stdio') return judged.ok ? judged.path : isolated(wish)
    if (!judged.ok) throw refused(judged.reason)
    const { projects, workspaces } = settings()
    if ([...projects, workspaces].some((root) => isWithin(judged.path, root))) return judged.path
    throw refused(`${judged.path} is not inside a registered project.`)
  }
}

function refused(reason: string): HostError {
  return new HostError('PERMISSION_DENIED', `This cannot be the workspace: ${reason}`, {
    hint: 'A person adds the directory to "projects" in settings.json.',
  })
}

function isWithin(path: string, root: string): boolean {
  if (!isDirectory(root)) return false
  const canonical = realpathSync.native(root)
  return path === canonical || path.startsWith(canonical + sep)
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function shortHash(text: string): string {
  return hash('sha256', text).slice(0, HASH_CHARS)
}
