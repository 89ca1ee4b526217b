import type { Database } from '../storage/database.ts'
import type { FindAnswer, FindRequest, FoundFile, FoundSymbol, IndexStats } from './protocol.ts'

/** Questions about names, extensions, sizes and symbols. */
export interface FindTree {
  readonly find: (request: FindRequest) => FindAnswer
  readonly counts: () => Pick<IndexStats, 'bytes' | 'chunks' | 'symbols' | 'extensions'>
}

const EXTENSIONS_SHOWN = 20

export function createFindTree(database: Database): FindTree {
  const filter = `
    where (:name is null or file.path like :name escape '\\') and (:extension is null or file.extension = :extension)
    and (:minSize is null or file.size >= :minSize) and (:maxSize is null or file.size <= :maxSize)`
  const files = database.prepare(
    `select path, size, modified as modifiedAt, language from file ${filter} order by path limit :limit offset :offset`,
  )
  const fileCount = database.prepare(`select count(*) as n from file ${filter}`)
  const symbols = database.prepare(
    `select symbol.name, symbol.kind, file.path, symbol.line from symbol join file on file.id = symbol.file ${filter}
     and symbol.name like :symbol escape '\\'
     order by length(symbol.name), symbol.name, file.path, symbol.line limit :limit offset :offset`,
  )
  const symbolCount = database.prepare(
    `select count(*) as n from symbol join file on file.id = symbol.file ${filter}
     and symbol.name like :symbol escape '\\'`,
  )
  const totals = database.prepare(
    `select (select coalesce(sum(size), 0) from file) as bytes, (select count(*) from chunk) as chunks,
     (select count(*) from symbol) as symbols`,
  )
  const extensions = database.prepare(
    `select extension, count(*) as files, sum(size) as bytes from file
     group by extension order by files desc, extension limit ?`,
  )

  return {
    find: ({ name, extension, symbol, minSize, maxSize, limit, offset }) => {
      const parameters = {
        ':name': name === undefined ? null : likePattern(name),
        ':extension': extension?.replace(/^\./, '').toLowerCase() ?? null,
        ':minSize': minSize ?? null,
        ':maxSize': maxSize ?? null,
      }
      const page = { ':limit': limit, ':offset': offset }
      if (symbol !== undefined) {
        const asked = { ...parameters, ':symbol': likePattern(symbol) }
        const { n } = symbolCount.get(asked) as { n: number }
        return { files: [], symbols: symbols.all({ ...asked, ...page }) as unknown as FoundSymbol[], total: n }
      }
      const { n } = fileCount.get(parameters) as { n: number }
      return { files: files.all({ ...parameters, ...page }) as unknown as FoundFile[], symbols: [], total: n }
    },
    counts: () => ({
      ...(totals.get() as { bytes: number; chunks: number; symbols: number }),
      extensions: extensions.all(EXTENSIONS_SHOWN) as unknown as IndexStats['extensions'],
    }),
  }
}

/** `*` and `?` as people know them; without them anything that contains the text. */
function likePattern(text: string): string {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  if (!/[*?]/.test(text)) return `%${literal}%`
  const pattern = literal.replace(/\*+/g, '%').replace(/\?/g, '_')
  return text.startsWith('/') || text.startsWith('*') ? pattern.replace(/^\//, '') : `%${pattern}`
}
