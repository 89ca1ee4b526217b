import type { UsageKind } from './usages.ts'

/** What the thread that indexes is asked, and what it answers. */
export interface Requests {
  readonly open: { readonly asks: OpenRequest; readonly answers: null }
  readonly close: { readonly asks: Record<never, never>; readonly answers: null }
  /** Resolves when everything found so far is indexed, or the time is over. */
  readonly settle: {
    readonly asks: { readonly waitMs: number }
    readonly answers: IndexState & Pick<IndexStats, 'isWatched' | 'scannedAt'>
  }
  readonly refresh: { readonly asks: Record<never, never>; readonly answers: null }
  readonly stats: { readonly asks: Record<never, never>; readonly answers: IndexStats }
  readonly find: { readonly asks: FindRequest; readonly answers: FindAnswer }
  readonly search: { readonly asks: SearchRequest; readonly answers: readonly Match[] }
  readonly usages: { readonly asks: UsagesRequest; readonly answers: UsagesAnswer }
  /** Pieces that have no vector of this model yet, the most wanted first. */
  readonly pending: {
    readonly asks: { readonly model: string; readonly limit: number; readonly most: number }
    readonly answers: readonly Pending[]
  }
  readonly keep: {
    readonly asks: { readonly model: string; readonly hashes: readonly string[]; readonly vectors: Float32Array[] }
    readonly answers: null
  }
}

export type RequestName = keyof Requests

export interface IndexLimits {
  readonly files: number
  readonly fileBytes: number
  readonly textBytes: number
  readonly watches: number
}

export interface OpenRequest {
  /** The database; derived, so it may be replaced. */
  readonly file: string
  readonly limits: IndexLimits
}

export interface IndexState {
  /** `building` until the first look at everything is over; then `ready`. */
  readonly state: 'building' | 'ready'
  readonly files: number
  /** Files whose content has not been looked at yet. */
  readonly waiting: number
}

export interface IndexStats extends IndexState {
  readonly bytes: number
  readonly chunks: number
  readonly symbols: number
  readonly extensions: readonly { readonly extension: string; readonly files: number; readonly bytes: number }[]
  readonly directories: number
  /** False where there are too many directories: then changes are seen by looking again. */
  readonly isWatched: boolean
  /** True when there were more files than an index holds. */
  readonly isCut: boolean
  readonly scannedAt: number | null
}

export interface FindRequest {
  readonly name?: string | undefined
  readonly extension?: string | undefined
  readonly symbol?: string | undefined
  readonly minSize?: number | undefined
  readonly maxSize?: number | undefined
  readonly limit: number
  readonly offset: number
}

export interface FoundFile {
  readonly path: string
  readonly size: number
  readonly modifiedAt: number
  readonly language: string | null
}

export interface FoundSymbol {
  readonly name: string
  readonly kind: string
  readonly path: string
  readonly line: number
}

export interface FindAnswer {
  readonly files: readonly FoundFile[]
  readonly symbols: readonly FoundSymbol[]
  readonly total: number
}

export interface SearchRequest {
  readonly query: string
  readonly limit: number
  /** Below this directory only; empty for everywhere. */
  readonly below: string
  readonly model: string
  readonly vector: Float32Array | null
}

export interface Match {
  readonly path: string
  readonly firstLine: number
  readonly lastLine: number
  readonly text: string
  readonly score: number
  readonly why: readonly string[]
  /** The definition it stands in, if there is one. */
  readonly symbol: string | null
}

export interface UsagesRequest {
  readonly name: string
  /** Looked at first. */
  readonly first: readonly string[]
  readonly limit: number
}

export interface Usage {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly kind: UsageKind
  readonly text: string
  /** `syntax` where the language is known; `text` where only words were compared. */
  readonly by: 'syntax' | 'text'
}

export interface UsagesAnswer {
  readonly usages: readonly Usage[]
  readonly isCut: boolean
}

export interface Pending {
  readonly hash: string
  readonly text: string
}

/** A message to the thread. `judged` answers its own question. */
export type ToThread =
  | {
      readonly kind: 'ask'
      readonly id: number
      readonly root: string
      readonly name: RequestName
      readonly asks: unknown
    }
  | { readonly kind: 'judged'; readonly id: number; readonly isClosed: readonly boolean[] }

export type FromThread =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  /** Which of these paths are closed to agents? Only the daemon knows. */
  | { readonly kind: 'judge'; readonly id: number; readonly paths: readonly string[] }
