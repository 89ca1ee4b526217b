import type { Node, Tree } from 'web-tree-sitter'

export type UsageKind = 'definition' | 'declaration' | 'call' | 'reference'

export interface FoundUsage {
  readonly line: number
  readonly column: number
  readonly kind: UsageKind
  readonly text: string
}

const LINE_MAX_CHARS = 300

/** Every place where an identifier of that name stands, and what it does there. Comments and texts do not count. */
export function usagesInTree(tree: Tree, text: string, name: string, definitions: ReadonlySet<number>): FoundUsage[] {
  const lines = text.split('\n')
  return occurrences(text, name).flatMap((index) => {
    const node = tree.rootNode.descendantForIndex(index, index + name.length)
    if (node === null || node.childCount > 0 || node.text !== name || !isIdentifier(node)) return []
    const { row, column } = node.startPosition
    return [{ line: row + 1, column: column + 1, kind: kindOf(node, definitions), text: shown(lines[row]) }]
  })
}

/** For languages without a grammar: every whole word. What it does there is not known. */
export function usagesInText(text: string, name: string): FoundUsage[] {
  const lines = text.split('\n')
  return lines.flatMap((line, row) =>
    occurrences(line, name).map((index) => ({
      line: row + 1,
      column: index + 1,
      kind: 'reference' as const,
      text: shown(line),
    })),
  )
}

function occurrences(text: string, name: string): number[] {
  const found: number[] = []
  for (let index = text.indexOf(name); index !== -1; index = text.indexOf(name, index + name.length)) {
    const isWhole = !isWordAt(text, index - 1) && !isWordAt(text, index + name.length)
    if (isWhole) found.push(index)
  }
  return found
}

function isWordAt(text: string, index: number): boolean {
  return index >= 0 && /[\p{L}\p{N}_]/u.test(text[index] ?? '')
}

function shown(line = ''): string {
  return line.trim().slice(0, LINE_MAX_CHARS)
}

function isIdentifier({ type }: Node): boolean {
  return /identifier/.test(type) || /^(?:name|constant|instance_variable|class_variable|global_variable)$/.test(type)
}

/** In these the identifier stands last, for the whole: `a.b.name`, `A::name`. */
const PATHS =
  /^(?:member_expression|attribute|selector_expression|field_expression|scoped_identifier|scoped_type_identifier|qualified_identifier|navigation_expression|navigation_suffix|member_access_expression|qualified_name|scope_resolution|generic_type|generic_name|type_arguments|user_type)$/
const CALLS =
  /^(?:call_expression|call|new_expression|macro_invocation|method_invocation|object_creation_expression|invocation_expression|function_call_expression|member_call_expression|nullsafe_member_call_expression|scoped_call_expression|constructor_expression)$/
const CALLED_FIELDS = ['function', 'method', 'name', 'constructor', 'macro', 'type']
const IMPORTS =
  /^(?:import_specifier|import_clause|namespace_import|import_statement|import_from_statement|aliased_import|use_declaration|use_list|use_as_clause|import_declaration|import_spec|namespace_use_clause|using_directive|import_header)$/
const DECLARATORS =
  /^(?:variable_declarator|required_parameter|optional_parameter|parameter|parameters|lambda_parameters|typed_parameter|default_parameter|parameter_declaration|formal_parameter|simple_parameter|property_promotion_parameter|function_declarator|pointer_declarator|reference_declarator|array_declarator|init_declarator|declaration|field_declaration|var_spec|const_spec|short_var_declaration|let_declaration|property_signature|public_field_definition|pattern|property_declaration|formal_parameters|identifier_list|for_in_clause|object_pattern|array_pattern|let_condition|self_parameter)$/

function kindOf(node: Node, definitions: ReadonlySet<number>): UsageKind {
  if (definitions.has(node.startIndex)) return definitionKind(node)
  const whole = outermost(node)
  const { parent } = whole
  if (parent === null) return 'reference'
  if (CALLS.test(parent.type) && isCalled(whole, parent)) return 'call'
  if (isImported(node)) return 'declaration'
  if (DECLARATORS.test(parent.type) && isDeclared(whole, parent)) return 'declaration'
  return 'reference'
}

/** A signature without a body declares. */
function definitionKind(node: Node): UsageKind {
  for (let at = node.parent; at !== null; at = at.parent) {
    if (/signature|^declaration$|^field_declaration$|^protocol_function_declaration$/.test(at.type)) {
      return at.type === 'property_signature' ? 'definition' : 'declaration'
    }
    if (!/declarator|identifier|name|pattern/.test(at.type)) break
  }
  return 'definition'
}

function outermost(node: Node): Node {
  let whole = node
  for (let { parent } = node; parent !== null && PATHS.test(parent.type); { parent } = whole) {
    if (parent.endIndex !== whole.endIndex && !/generic/.test(parent.type)) break
    whole = parent
  }
  return whole
}

function isCalled(node: Node, call: Node): boolean {
  const isField = CALLED_FIELDS.some((field) => call.childForFieldName(field)?.id === node.id)
  return isField || call.firstNamedChild?.id === node.id
}

function isImported(node: Node): boolean {
  let depth = 0
  for (let at = node.parent; at !== null && depth < 4; at = at.parent, depth++) if (IMPORTS.test(at.type)) return true
  return false
}

function isDeclared(node: Node, parent: Node): boolean {
  const value = parent.childForFieldName('value') ?? parent.childForFieldName('right')
  const type = parent.childForFieldName('type')
  return value?.id !== node.id && type?.id !== node.id
}
