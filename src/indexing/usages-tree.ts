import { matchAny } from '../base/words.ts'
import type { Database } from '../storage/database.ts'
import type { Grammars } from './grammars.ts'
import { type Language, languageOf } from './languages.ts'
import type { Usage, UsagesAnswer, UsagesRequest } from './protocol.ts'
import { readSource } from './read-source.ts'
import { type FoundUsage, usagesInText, usagesInTree } from './usages.ts'

/** Where a name stands and what it does there. The index says which files can have it; the files themselves are read. */
export type UsagesTree = (request: UsagesRequest) => Promise<UsagesAnswer>

interface Parts {
  readonly root: string
  readonly database: Database
  readonly grammars: Grammars
  readonly fileBytes: number
}

const FILES_MAX = 500
const ORDER = { definition: 0, declaration: 1, call: 2, reference: 3 } as const

export function createUsagesTree({ root, database, grammars, fileBytes }: Parts): UsagesTree {
  const holding = database.prepare(
    `select distinct file.path from chunk_words join chunk on chunk.id = chunk_words.rowid
     join file on file.id = chunk.file where chunk_words match ? order by file.path limit ?`,
  )
  const known = database.prepare(`select path from file where path = ? and state = 'text'`)

  const inFile = async (path: string, name: string): Promise<Usage[]> => {
    const source = readSource(root, path, fileBytes)
    if (source.kind !== 'text') return []
    const language = languageOf(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
    const bySyntax = language === undefined ? null : await parsedUsages(grammars, language, source.text, name)
    const by = bySyntax === null ? ('text' as const) : ('syntax' as const)
    return (bySyntax ?? usagesInText(source.text, name)).map((usage) => ({ path, ...usage, by }))
  }

  return async ({ name, first, limit }) => {
    const all = (holding.all(matchAny([name.toLowerCase()]), FILES_MAX + 1) as { path: string }[]).map(
      ({ path }) => path,
    )
    const preferred = first.filter((path) => known.get(path) !== undefined)
    const paths = [...new Set([...preferred, ...all.slice(0, FILES_MAX)])]
    const usages: Usage[] = []
    for (const path of paths) {
      usages.push(...(await inFile(path, name)))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const place = (path: string) => (preferred.includes(path) ? preferred.indexOf(path) : preferred.length)
    usages.sort(
      (a, b) =>
        ORDER[a.kind] - ORDER[b.kind] ||
        place(a.path) - place(b.path) ||
        a.path.localeCompare(b.path) ||
        a.line - b.line,
    )
    return { usages: usages.slice(0, limit), isCut: usages.length > limit || all.length > FILES_MAX }
  }
}

async function parsedUsages(
  grammars: Grammars,
  language: Language,
  text: string,
  name: string,
): Promise<FoundUsage[] | null> {
  const parsed = await grammars.parse(language, text)
  if (parsed === null) return null
  const { tree, query } = parsed
  try {
    const names = query.matches(tree.rootNode).flatMap(({ captures }) => captures.filter((one) => one.name === 'name'))
    const definitions = new Set(names.map(({ node }) => node.endIndex - name.length))
    return usagesInTree(tree, text, name, definitions)
  } finally {
    tree.delete()
  }
}
