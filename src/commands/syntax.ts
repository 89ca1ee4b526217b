/** A node of the grammar's tree, free of the parser that made it. Offsets are UTF-16 units of the parsed text. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly children: readonly SyntaxNode[]
}

/** The nodes of the given types below `node`, outermost only: a match is not searched again. */
export function outermost(node: SyntaxNode, types: ReadonlySet<string>): SyntaxNode[] {
  return node.children.flatMap((child) => (types.has(child.type) ? [child] : outermost(child, types)))
}
