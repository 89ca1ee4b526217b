import { createHash } from 'node:crypto'
import { wordsOf } from '../base/words.ts'
import type { Database } from '../storage/database.ts'
import { type Chunk, embeddedText } from './chunks.ts'
import type { SourceSymbol } from './symbols.ts'

export interface ListedFile {
  readonly path: string
  readonly directory: string
  readonly name: string
  readonly extension: string
  readonly size: number
  readonly modified: number
}

export interface KnownFile extends ListedFile {
  readonly id: number
  readonly state: FileState
  readonly language: string | null
}

/** `new` until its content was looked at. */
export type FileState = 'new' | 'text' | 'binary' | 'large' | 'closed'

export interface Content {
  readonly state: FileState
  readonly language: string | null
  readonly textBytes: number
  readonly chunks: readonly Chunk[]
  readonly symbols: readonly SourceSymbol[]
}

/** Tells of pieces that come and go. */
export interface ChunkEvents {
  readonly added: (id: number, hash: string) => void
  readonly removed: (id: number) => void
}

export interface IndexStore {
  /** Many changes at the price of one. */
  readonly together: (work: () => void) => void
  /** Notes that a file was seen; what has changed is to be looked at again. */
  readonly see: (file: ListedFile, scan: number) => void
  readonly inDirectory: (directory: string) => readonly KnownFile[]
  readonly byPath: (path: string) => KnownFile | undefined
  readonly unread: (limit: number) => readonly KnownFile[]
  readonly write: (file: KnownFile, content: Content) => void
  readonly remove: (file: { readonly id: number }) => void
  /** Everything below a directory, itself included. */
  readonly removeBelow: (directory: string) => void
  readonly removeUnseen: (scan: number) => void
  readonly files: () => number
  readonly waiting: () => number
  readonly textBytes: () => number
  readonly fact: (key: string) => string | null
  readonly setFact: (key: string, value: string) => void
}

export function createIndexStore(database: Database, events: ChunkEvents): IndexStore {
  const one = {
    byPath: database.prepare('select * from file where path = ?'),
    files: database.prepare('select count(*) as n from file'),
    waiting: database.prepare(`select count(*) as n from file where state = 'new'`),
    bytes: database.prepare('select coalesce(sum(text_bytes), 0) as n from file'),
    fact: database.prepare('select value from fact where key = ?'),
  }
  const many = {
    directory: database.prepare('select * from file where directory = ?'),
    unread: database.prepare(`select * from file where state = 'new' order by modified desc limit ?`),
    below: database.prepare(`select id from file where directory = ? or (directory >= ? and directory < ?)`),
    unseen: database.prepare('select id from file where scan <> ?'),
    chunks: database.prepare('select id from chunk where file = ?'),
    symbols: database.prepare('select id from symbol where file = ?'),
  }
  const change = {
    insert: database.prepare(
      `insert into file (path, directory, name, extension, size, modified, state, scan)
       values (?, ?, ?, ?, ?, ?, 'new', ?)`,
    ),
    seen: database.prepare('update file set scan = ? where id = ?'),
    changed: database.prepare(`update file set size = ?, modified = ?, state = 'new', scan = ? where id = ?`),
    state: database.prepare('update file set state = ?, language = ?, text_bytes = ? where id = ?'),
    remove: database.prepare('delete from file where id = ?'),
    chunk: database.prepare(
      'insert into chunk (file, first_line, last_line, hash, text, embedded) values (?, ?, ?, ?, ?, ?)',
    ),
    chunkWords: database.prepare('insert into chunk_words (rowid, words) values (?, ?)'),
    symbol: database.prepare('insert into symbol (file, name, kind, line, end_line) values (?, ?, ?, ?, ?)'),
    symbolWords: database.prepare('insert into symbol_words (rowid, words) values (?, ?)'),
    dropChunks: database.prepare('delete from chunk where file = ?'),
    dropSymbols: database.prepare('delete from symbol where file = ?'),
    dropChunkWords: database.prepare('delete from chunk_words where rowid = ?'),
    dropSymbolWords: database.prepare('delete from symbol_words where rowid = ?'),
    fact: database.prepare('insert or replace into fact (key, value) values (?, ?)'),
  }
  const count = (statement: typeof one.files): number => (statement.get() as { n: number }).n

  const empty = (file: number): void => {
    for (const { id } of many.chunks.all(file) as { id: number }[]) {
      change.dropChunkWords.run(id)
      events.removed(id)
    }
    for (const { id } of many.symbols.all(file) as { id: number }[]) change.dropSymbolWords.run(id)
    change.dropChunks.run(file)
    change.dropSymbols.run(file)
  }

  const remove = ({ id }: { readonly id: number }): void =>
    database.transaction(() => {
      empty(id)
      change.remove.run(id)
    })

  const fill = ({ id, path }: KnownFile, { chunks, symbols }: Content): void => {
    for (const { name, kind, line, endLine } of symbols) {
      const { lastInsertRowid } = change.symbol.run(id, name, kind, line, endLine)
      change.symbolWords.run(lastInsertRowid, wordsOf(name).join(' '))
    }
    for (const chunk of chunks) {
      const names = symbols.filter(({ line }) => line >= chunk.firstLine && line <= chunk.lastLine)
      const text = embeddedText(
        path,
        chunk,
        names.map(({ name }) => name),
      )
      const hash = createHash('sha256').update(text).digest('base64url')
      const { lastInsertRowid } = change.chunk.run(id, chunk.firstLine, chunk.lastLine, hash, chunk.text, text)
      change.chunkWords.run(lastInsertRowid, `${wordsOf(path).join(' ')} ${wordsOf(chunk.text).join(' ')}`)
      events.added(Number(lastInsertRowid), hash)
    }
  }

  return {
    together: (work) => database.transaction(work),
    see: ({ path, directory, name, extension, size, modified }, scan) => {
      const known = one.byPath.get(path) as unknown as KnownFile | undefined
      if (known === undefined) change.insert.run(path, directory, name, extension, size, modified, scan)
      else if (known.size === size && known.modified === modified) change.seen.run(scan, known.id)
      else change.changed.run(size, modified, scan, known.id)
    },
    inDirectory: (directory) => many.directory.all(directory) as unknown as KnownFile[],
    byPath: (path) => one.byPath.get(path) as unknown as KnownFile | undefined,
    unread: (limit) => many.unread.all(limit) as unknown as KnownFile[],
    write: (file, content) =>
      database.transaction(() => {
        empty(file.id)
        change.state.run(content.state, content.language, content.textBytes, file.id)
        fill(file, content)
      }),
    remove,
    removeBelow: (directory) => {
      const found = many.below.all(directory, `${directory}/`, `${directory}0`) as unknown as { id: number }[]
      database.transaction(() => found.forEach(remove))
    },
    removeUnseen: (scan) => {
      const found = many.unseen.all(scan) as unknown as { id: number }[]
      database.transaction(() => found.forEach(remove))
    },
    files: () => count(one.files),
    waiting: () => count(one.waiting),
    textBytes: () => count(one.bytes),
    fact: (key) => (one.fact.get(key) as { value: string } | undefined)?.value ?? null,
    setFact: (key, value) => {
      change.fact.run(key, value)
    },
  }
}
