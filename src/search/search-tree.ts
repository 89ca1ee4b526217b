/** What a search needs of the files below a place it may look at. Links are not followed, what is closed is not there. */
export interface SearchTree {
  readonly path: string
  /** The one file to look at, if the place is a file. */
  readonly fileName: string | null
  /** The directory a process starts in. */
  readonly startIn: string
  readonly openFile: (directories: readonly string[], name: string | Buffer) => SearchFile | null
  readonly walk: (
    visit: (directory: SearchDirectory) => readonly string[] | null,
    signal: AbortSignal,
  ) => Promise<boolean>
  readonly isShown: (path: string) => boolean
}

export interface SearchFile extends Disposable {
  readonly size: number
  readonly read: (position: number, length: number) => Buffer
}

export interface SearchDirectory {
  readonly names: readonly string[]
  readonly path: string
  readonly entries: readonly { readonly name: string; readonly kind: 'file' | 'directory' | 'link' | 'other' }[]
  readonly read: (name: string, maxBytes: number) => string | null
  readonly modifiedMs: (name: string) => number | null
  readonly stateOf: (name: string) => string
}
