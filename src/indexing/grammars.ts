import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Language as Grammar, Parser, Query, type Tree } from 'web-tree-sitter'
import { LANGUAGES, type Language } from './languages.ts'

/** Parses sources. Grammars are loaded when the first file of their language comes. */
export interface Grammars {
  /** Null when the text takes too long to parse. The tree must be deleted. */
  readonly parse: (language: Language, text: string) => Promise<{ readonly tree: Tree; readonly query: Query } | null>
}

const RUNTIME = 'web-tree-sitter/web-tree-sitter.wasm'
const GRAMMARS = '@repomix/tree-sitter-wasms/out'
const PARSE_MS = 2_000

export function createGrammars(): Grammars {
  const loaded = new Map<string, Promise<{ grammar: Grammar; query: Query }>>()
  let parser: Promise<Parser> | undefined

  const load = async (language: Language): Promise<{ grammar: Grammar; query: Query }> => {
    const grammar = await Grammar.load(locateFile(`${GRAMMARS}/${language.grammar}`))
    return { grammar, query: new Query(grammar, language.definitions) }
  }

  return {
    parse: async (language, text) => {
      parser ??= createParser()
      const ready = await parser
      const known = loaded.get(language.name) ?? load(language)
      loaded.set(language.name, known)
      const { grammar, query } = await known
      ready.setLanguage(grammar)
      const deadline = performance.now() + PARSE_MS
      const tree = ready.parse(text, null, { progressCallback: () => performance.now() > deadline })
      if (tree !== null) return { tree, query }
      ready.reset()
      return null
    },
  }
}

async function createParser(): Promise<Parser> {
  await Parser.init({ locateFile: () => locateFile(RUNTIME) })
  return new Parser()
}

/** Every grammar to be shipped. */
export function shippedGrammars(): readonly string[] {
  const names = new Set([...LANGUAGES.values()].map(({ grammar }) => grammar))
  return [...names].map((name) => join(grammarDirectory(), name))
}

/** From sources the files are in their packages; in the published package they lie beside the bundle. */
function locateFile(file: string): string {
  if (!import.meta.filename.endsWith('.ts')) {
    const here = import.meta.dirname
    return join(basename(here) === 'chunks' ? dirname(here) : here, basename(file))
  }
  return file === RUNTIME ? fileURLToPath(import.meta.resolve(file)) : join(grammarDirectory(), basename(file))
}

function grammarDirectory(): string {
  return dirname(fileURLToPath(import.meta.resolve(`${GRAMMARS}/tree-sitter-c.wasm`)))
}
