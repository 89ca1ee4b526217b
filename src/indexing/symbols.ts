import type { Node, Query, Tree } from 'web-tree-sitter'

export interface SourceSymbol {
  readonly name: string
  readonly kind: string
  /** Counted from 1. */
  readonly line: number
  readonly endLine: number
}

const SYMBOLS_MAX = 5_000
const NAME_MAX_CHARS = 200

/** The definitions of a file, in its order. A place that two patterns match counts once. */
export function symbolsIn(tree: Tree, query: Query): SourceSymbol[] {
  const seen = new Map<number, SourceSymbol>()
  for (const { captures } of query.matches(tree.rootNode)) {
    const named = captures.find(({ name }) => name === 'name')?.node
    const whole = captures.find(({ name }) => name !== 'name')
    if (named === undefined || whole === undefined) continue
    const { text, startIndex } = plainName(named)
    if (text === '' || text.length > NAME_MAX_CHARS || seen.has(startIndex)) continue
    seen.set(startIndex, {
      name: text,
      kind: whole.name,
      line: whole.node.startPosition.row + 1,
      endLine: whole.node.endPosition.row + 1,
    })
    if (seen.size >= SYMBOLS_MAX) break
  }
  return [...seen.values()].sort((a, b) => a.line - b.line)
}

/** `Counter::add` is known as `add`. */
function plainName(node: Node): Node {
  const name = node.childForFieldName('name')
  return name === null || name.id === node.id ? node : plainName(name)
}
