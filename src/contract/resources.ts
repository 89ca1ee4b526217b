export type Access = 'read' | 'write' | 'destroy'

/** What a call touches, in canonical form. These are the values that are authorised, shown, digested and then used. */
export type Resource = PathResource

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

/** `floor` is never for agents; `critical` always asks. The reason is a sentence for people. */
export interface Protection {
  readonly class: 'none' | 'critical' | 'floor'
  readonly reason: string | null
}
