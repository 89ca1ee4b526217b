import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

export type Jsonc =
  | { readonly ok: true; readonly value: unknown; readonly lineOf: (path: readonly PropertyKey[]) => number }
  | { readonly ok: false; readonly line: number; readonly reason: string }

/** JSON with comments, trailing commas and a byte order mark. A key that stands twice is an error, not a guess. */
export function parseJsonc(source: string): Jsonc {
  const text = source.replace(/^\uFEFF/, '')
  const line = (offset: number) => text.slice(0, offset).split(/\r\n|\r|\n/).length
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false })
  const [first] = errors
  if (first !== undefined) return { ok: false, line: line(first.offset), reason: words(first) }
  if (root === undefined) return { ok: false, line: 1, reason: 'The file is empty.' }
  const bad = badKey(root)
  if (bad !== undefined)
    return { ok: false, line: line(bad.offset), reason: `The key "${bad.value}" cannot stand here, or stands twice.` }
  return {
    ok: true,
    value: getNodeValue(root),
    lineOf: (path) => line(nearestNode(root, path).offset),
  }
}

function words({ error }: ParseError): string {
  const name = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `This is not valid JSON: ${name}.`
}

function badKey(node: Node): Node | undefined {
  const keys = new Set<unknown>(['__proto__'])
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined
    if (key !== undefined && keys.has(key.value)) return key
    if (key !== undefined) keys.add(key.value)
    const below = badKey(child)
    if (below !== undefined) return below
  }
  return undefined
}

/** The node at a path, or the closest one that exists above it. */
function nearestNode(root: Node, path: readonly PropertyKey[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[])
    if (node !== undefined) return node
  }
  return root
}
