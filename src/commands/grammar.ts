import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Parser, Tree, TreeCursor } from 'web-tree-sitter'
import { HostError } from '../base/host-error.ts'
import type { SyntaxNode } from './syntax.ts'

export interface Grammar {
  /** Null when the text is not a complete script of the shell, or too entangled to be looked through. */
  readonly parse: (text: string) => SyntaxNode | null
}

/** `scripts/build.ts` copies these two next to the bundle. */
const RUNTIME = 'web-tree-sitter/web-tree-sitter.wasm'
const BASH = '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm'

/** A tree of a usual command is 10 deep. */
const DEPTH_MAX = 300
/** Ordinary text of 64 KiB takes 100 ms; what takes longer was made to. */
const PARSE_MS = 500

export async function loadGrammar(locate: (file: string) => string = locateFile): Promise<Grammar> {
  try {
    const { Parser, Language } = await import('web-tree-sitter')
    await Parser.init({ locateFile: () => locate(RUNTIME) })
    const parser = new Parser()
    parser.setLanguage(await Language.load(locate(BASH)))
    return { parse: (text) => parseWith(parser, text) }
  } catch (cause) {
    throw new HostError('UNAVAILABLE', 'The shell grammar cannot be loaded, so no command can be checked.', {
      hint: 'Install upperhand again; the log has the details.',
      cause,
    })
  }
}

/** From sources the files are in their packages; in the published package they lie beside the bundle. */
function locateFile(file: string): string {
  if (import.meta.filename.endsWith('.ts')) return fileURLToPath(import.meta.resolve(file))
  const here = import.meta.dirname
  return join(basename(here) === 'chunks' ? join(here, '..') : here, basename(file))
}

function parseWith(parser: Parser, text: string): SyntaxNode | null {
  const deadline = performance.now() + PARSE_MS
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline })
  if (tree === null) {
    parser.reset()
    return null
  }
  try {
    return tree.rootNode.hasError ? null : copyOf(tree)
  } finally {
    tree.delete()
  }
}

function copyOf(tree: Tree): SyntaxNode | null {
  const cursor = tree.walk()
  try {
    return nodeAt(cursor, 0)
  } finally {
    cursor.delete()
  }
}

function nodeAt(cursor: TreeCursor, depth: number): SyntaxNode | null {
  if (depth > DEPTH_MAX) return null
  const { nodeType: type, startIndex: start, endIndex: end } = cursor
  const children: SyntaxNode[] = []
  if (cursor.gotoFirstChild()) {
    do {
      const child = nodeAt(cursor, depth + 1)
      if (child === null) return null
      children.push(child)
    } while (cursor.gotoNextSibling())
    cursor.gotoParent()
  }
  return { type, start, end, children }
}
