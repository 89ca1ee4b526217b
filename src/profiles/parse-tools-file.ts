import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { z } from 'zod'
import type { JsonPath } from '../base/edit-json.ts'
import type { FieldSchema } from '../base/field-words.ts'
import { issueText } from '../base/issue-words.ts'
import { type ToolsFile, toolsFileSchema } from '../contract/tools-file.ts'

export interface Place {
  readonly line: number
  readonly column: number
}

export type ParsedToolsFile =
  | { readonly ok: true; readonly text: string; readonly file: ToolsFile; readonly placeOf: (path: JsonPath) => Place }
  | { readonly ok: false; readonly reason: string; readonly place: Place }

const MAX_CHARS = 4 * 1024 * 1024
const START: Place = { line: 1, column: 1 }

/** JSON with comments and trailing commas, checked against the contract. Never throws: what is wrong comes with its place. */
export function parseToolsFile(text: string): ParsedToolsFile {
  if (text.length > MAX_CHARS) return { ok: false, reason: 'The file is larger than 4 MiB.', place: START }
  const errors: ParseError[] = []
  const tree = treeOf(text, errors)
  const [error] = errors
  if (error !== undefined) return { ok: false, reason: errorWords(error), place: placeAt(text, error.offset) }
  if (tree === undefined) return { ok: false, reason: 'The file nests too deep.', place: START }
  const twice = repeatedKey(tree)
  if (twice !== undefined) {
    return {
      ok: false,
      reason: `The key "${twice.value}" stands twice in one object.`,
      place: placeAt(text, twice.offset),
    }
  }
  const value: unknown = getNodeValue(tree)
  const placeOf = (path: JsonPath): Place => placeAt(text, nodeAt(tree, path).offset)
  const result = fileSchema.safeParse(value)
  if (result.success) return { ok: true, text, file: result.data, placeOf }
  const checked = { schema: jsonSchema(), given: value, noun: 'field', alsoKnown: [] }
  return { ok: false, reason: issueText(checked, result.error.issues, 1), place: placeOf(firstPath(result.error)) }
}

const fileSchema = toolsFileSchema.check(({ value, issues }) => {
  const seen = new Set<string>()
  for (const [index, { id }] of value.profiles.entries()) {
    if (seen.has(id)) {
      issues.push({ code: 'custom', message: 'Two profiles have this id.', input: id, path: ['profiles', index, 'id'] })
    }
    seen.add(id)
  }
})

function firstPath({ issues: [issue] }: z.core.$ZodError): JsonPath {
  const path = issue?.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : (issue?.path ?? [])
  return path.filter((key) => typeof key !== 'symbol')
}

function jsonSchema(): FieldSchema {
  return z.toJSONSchema(toolsFileSchema, { io: 'input' }) as FieldSchema
}

/** The parser recurses; a file made of brackets would end the stack, and is no tools.json. */
function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true })
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

/** JSON takes the last of two equal keys; a reader takes the first. Neither is a safe guess. */
function repeatedKey(node: Node): Node | undefined {
  const seen = new Set<unknown>()
  for (const child of node.children ?? []) {
    const [key] = node.type === 'object' ? (child.children ?? []) : []
    if (key !== undefined && seen.has(key.value)) return key
    if (key !== undefined) seen.add(key.value)
    const inner = repeatedKey(child)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** The node at a path, or the nearest one around it: what is missing has no place of its own. */
function nodeAt(tree: Node, path: JsonPath): Node {
  return findNodeAtLocation(tree, [...path]) ?? (path.length === 0 ? tree : nodeAt(tree, path.slice(0, -1)))
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** `CommaExpected` → `A comma is expected here.` */
function errorWords({ error }: ParseError): string {
  const words = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const expected = /^(.*) expected$/.exec(words)?.[1]
  return expected === undefined
    ? `Not valid JSON: ${words}.`
    : `Not valid JSON: ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected} is expected here.`
}
