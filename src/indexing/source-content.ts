import { chunksOf } from './chunks.ts'
import type { Grammars } from './grammars.ts'
import type { Content, KnownFile } from './index-store.ts'
import { type Language, languageOf } from './languages.ts'
import { readSource } from './read-source.ts'
import { type SourceSymbol, symbolsIn } from './symbols.ts'

/** What a file is, cut into pieces and with its definitions. Null if it is gone. */
export async function contentOf(
  grammars: Grammars,
  root: string,
  { path, name, extension, size }: KnownFile,
  maxBytes: number,
): Promise<Content | null> {
  const language = languageOf(extension)
  const bare = { language: language?.name ?? null, textBytes: 0, chunks: [], symbols: [] }
  if (size > maxBytes || isMadeByMachine(name)) return { ...bare, state: 'large' }
  const source = readSource(root, path, maxBytes)
  if (source.kind === 'gone') return null
  if (source.kind !== 'text') return { ...bare, state: source.kind }
  const symbols = language === undefined ? [] : await symbolsOf(grammars, language, source.text)
  return { ...bare, state: 'text', textBytes: size, chunks: chunksOf(source.text, symbols), symbols }
}

async function symbolsOf(grammars: Grammars, language: Language, text: string): Promise<SourceSymbol[]> {
  const parsed = await grammars.parse(language, text)
  if (parsed === null) return []
  try {
    return symbolsIn(parsed.tree, parsed.query)
  } finally {
    parsed.tree.delete()
  }
}

const LOCK_FILES =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|Package\.resolved)$/

/** Lists of versions and packed code: their names are worth finding, their lines are not. */
function isMadeByMachine(name: string): boolean {
  return LOCK_FILES.test(name) || /\.min\.(?:js|css)$|\.map$/.test(name)
}
