export type Access = 'read' | 'write' | 'destroy'

/** What a call touches, in canonical form. These are the values that are authorised, shown, digested and then used. */
export type Resource = PathResource | CommandResource

export interface PathResource {
  readonly kind: 'path'
  /** Canonical: absolute, no links, no dots. */
  readonly path: string
  /** As the caller wrote it. */
  readonly given: string
  readonly access: Access
  readonly zone: 'inside' | 'outside'
  readonly protection: Protection
  readonly exists: boolean
  readonly identity: string
}

/** One simple command of a shell command. Files it names, redirections among them, are path resources beside it. */
export interface CommandResource {
  readonly kind: 'command'
  /** Exactly as it stands in the command. */
  readonly text: string
  /** Null when it cannot be known before it runs. */
  readonly program: string | null
  readonly subcommand: readonly string[]
  readonly flags: readonly string[]
  readonly operands: readonly string[]
  /** What comes with it and changes what it does: `npx`, `CC=`, `>out.txt`. Nothing of it rides along unnamed. */
  readonly extras: readonly string[]
  /** False where a word of it, or what it reaches, cannot be known: then nothing that allows its kind covers it. */
  readonly isCertain: boolean
  /** `other` is everything that is not known to be harmless. */
  readonly effect: 'read-only' | 'other' | 'destroy' | 'network' | 'publish'
  readonly protection: Protection
  /** Its shape: program, subcommand and flags, and the operands where those decide what happens. */
  readonly identity: string
}

/** What a grant is about: the same path, or a command of the same shape. */
export function resourceKey(resource: Resource | null): string | null {
  if (resource === null) return null
  return resource.kind === 'path' ? resource.path : `$ ${resource.identity}`
}

/** `floor` is never for agents; `critical` always asks. The reason is a sentence for people. */
export interface Protection {
  readonly class: 'none' | 'critical' | 'floor'
  readonly reason: string | null
}
