import { z } from 'zod'
import type { Files } from '../../files/files.ts'
import type { Indexes } from '../../indexing/indexes.ts'
import type { IndexStats } from '../../indexing/protocol.ts'
import * as shared from '../file_operations/fields.ts'
import { buildingNote } from '../index-place.ts'
import { operation } from '../operation.ts'

const PAGE = 100
const PAGE_MAX = 1_000

export const statsOutput = z.object({
  state: z.enum(['building', 'ready']),
  files: z.int(),
  waiting: z.int(),
  bytes: z.int(),
  symbols: z.int(),
  extensions: z.array(z.object({ extension: z.string(), files: z.int(), bytes: z.int() })),
  directories: z.int(),
  watching: z.boolean(),
  truncated: z.boolean(),
  scannedAt: z.string().nullable(),
})

interface Fields {
  readonly query: z.ZodString
  readonly symbolName: z.ZodString
  readonly limit: typeof shared.limit
  readonly offset: typeof shared.offset
}

/** Also an operation of `file_operations`, whose fields it shares there; it is one file, so that both mean the same. */
export const searchIndex = ({ files, indexes }: { files: Files; indexes: Indexes }, fields: Fields = shared) =>
  operation({
    name: 'search_index',
    title: 'Search the index',
    description: 'Find indexed files by name or extension, or symbols.',
    effect: 'read',
    icon: 'search',
    input: z.strictObject({
      action: z.enum(['find', 'stats', 'refresh']).optional(),
      query: fields.query.optional(),
      extension: z.string().min(1).optional(),
      symbolName: fields.symbolName.optional(),
      minSize: z.int().min(0).optional(),
      maxSize: z.int().min(0).optional(),
      limit: fields.limit,
      offset: fields.offset,
    }),
    output: z.object({
      files: z.array(
        z.object({ path: z.string(), size: z.int(), modifiedAt: z.string(), language: z.string().nullable() }),
      ),
      symbols: z.array(z.object({ name: z.string(), kind: z.string(), path: z.string(), line: z.int() })),
      count: z.int(),
      totalCount: z.int(),
      offset: z.int(),
      hasMore: z.boolean(),
      stats: statsOutput.nullable(),
      note: z.string().nullable(),
    }),
    aliases: { query: ['name', 'pattern'], extension: ['ext'], symbolName: ['symbol'] },
    unlisted: ['minSize', 'maxSize', 'offset'],
    example: { extension: 'md' },

    touches: (_input, { place }) => ({ base: files.locate(place, '.', 'read') }),
    label: ({ action = 'find' }) => (action === 'refresh' ? 'Refreshing the index' : 'Searching the index'),

    async run({ action = 'find', query: name, extension, symbolName: symbol, ...rest }, { base }, { signal }) {
      const root = base.resource.path
      if (action !== 'find') {
        const stats = await (action === 'refresh' ? indexes.refresh(root, signal) : indexes.stats(root, signal))
        return { ...NOTHING, stats: shownStats(stats), note: buildingNote(stats) }
      }
      const { minSize, maxSize, limit: asked = PAGE, offset: first = 0 } = rest
      const request = { name, extension, symbol, minSize, maxSize, limit: Math.min(asked, PAGE_MAX), offset: first }
      const found = await indexes.find(root, request, signal)
      const count = found.files.length + found.symbols.length
      return {
        ...NOTHING,
        files: found.files.map((file) => ({ ...file, modifiedAt: new Date(file.modifiedAt).toISOString() })),
        symbols: [...found.symbols],
        count,
        totalCount: found.total,
        offset: first,
        hasMore: first + count < found.total,
        note: buildingNote(found.index),
      }
    },

    text({ files: found, symbols, count, totalCount, offset: first, hasMore, stats, note }) {
      const lines = [
        ...(stats === null ? [] : statsLines(stats)),
        ...found.map(({ path, size }) => `${path}  ${size}`),
        ...symbols.map(({ name, kind, path, line }) => `${kind} ${name}  ${path}:${line}`),
        ...(stats === null && count === 0 ? ['Nothing was found.'] : []),
        ...(hasMore ? [`[${totalCount} in all; continue with offset=${first + count}]`] : []),
        ...(note === null ? [] : [`[${note}]`]),
      ]
      return lines.join('\n')
    },
  })

const NOTHING = { files: [], symbols: [], count: 0, totalCount: 0, offset: 0, hasMore: false, stats: null }

export function shownStats(stats: IndexStats): z.output<typeof statsOutput> {
  const { state, files, waiting, bytes, symbols, extensions, directories, isWatched, isCut, scannedAt } = stats
  return {
    state,
    files,
    waiting,
    bytes,
    symbols,
    extensions: [...extensions],
    directories,
    watching: isWatched,
    truncated: isCut,
    scannedAt: scannedAt === null ? null : new Date(scannedAt).toISOString(),
  }
}

export function statsLines(stats: z.output<typeof statsOutput>): string[] {
  const { files, bytes, symbols, extensions, directories, watching, truncated } = stats
  const kinds = extensions.map(({ extension, files: count }) => `${extension === '' ? 'none' : extension} ${count}`)
  return [
    `${files} files, ${bytes} bytes, ${symbols} symbols, ${directories} directories`,
    ...(kinds.length === 0 ? [] : [`extensions: ${kinds.join(', ')}`]),
    watching ? 'changes are watched' : 'not every directory is watched; the index looks again by itself',
    ...(truncated ? ['there are more files than an index holds'] : []),
  ]
}
