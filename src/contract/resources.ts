export type Access = 'read' | 'write' | 'destroy'

/** What a call touches, in canonical form. These are the values that are authorised, shown, digested and then used. */
export type Resource = PathResource | CommandResource | UrlResource

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
  /** Hosts that it names, lower case. */
  readonly hosts: readonly string[]
  /** `other` is everything that is not known to be harmless. */
  readonly effect: 'read-only' | 'other' | 'destroy' | 'network' | 'publish'
  readonly protection: Protection
  /** Its shape: program, subcommand and flags, and the operands where those decide what happens. */
  readonly identity: string
}

/** An address on the network. What is reached is the host; where it may lead on to is another resource. */
export interface UrlResource {
  readonly kind: 'url'
  /** Normalised, without user, password and fragment. */
  readonly url: string
  /** Lower case, with the port where it is not the usual one. */
  readonly host: string
  readonly protection: Protection
  readonly identity: string
}

/** What a grant is about: the same path, a command of the same shape, or the same address. */
export function resourceKey(resource: Resource | null): string | null {
  if (resource === null) return null
  switch (resource.kind) {
    case 'path':
      return resource.access === 'write' ? resource.path : `${resource.access} ${resource.path}`
    case 'command':
      return `$ ${resource.identity}`
    case 'url':
      return resource.url
  }
}

/** `floor` is never for agents; `critical` always asks. The reason is a sentence for people. */
export interface Protection {
  readonly class: 'none' | 'critical' | 'floor'
  readonly reason: string | null
}
