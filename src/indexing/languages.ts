/** What is known of a language: its grammar, and where its definitions stand in the tree. */
export interface Language {
  readonly name: string
  /** A file of `@repomix/tree-sitter-wasms`; `scripts/build.ts` copies it next to the bundle. */
  readonly grammar: string
  /** A query whose matches have `@name` and one capture that names the kind. */
  readonly definitions: string
}

const ECMA = `
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(class_declaration name: (_) @name) @class
(method_definition name: (_) @name) @method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @function
(program (lexical_declaration (variable_declarator name: (identifier) @name) @variable))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @variable)))
(program (variable_declaration (variable_declarator name: (identifier) @name) @variable))
`

const TYPED_ECMA = `${ECMA}
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(function_signature name: (_) @name) @declaration
(method_signature name: (_) @name) @declaration
(abstract_method_signature name: (_) @name) @declaration
(property_signature name: (_) @name) @property
(public_field_definition name: (_) @name) @property
(internal_module name: (_) @name) @module
`

const C = `
(function_definition declarator: (function_declarator declarator: (_) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @declaration
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(type_definition declarator: (type_identifier) @name) @type
(preproc_def name: (_) @name) @macro
(preproc_function_def name: (_) @name) @macro
`

const PYTHON = `
(function_definition name: (_) @name) @function
(class_definition name: (_) @name) @class
(module (expression_statement (assignment left: (identifier) @name) @variable))
`

const GO = `
(function_declaration name: (_) @name) @function
(method_declaration name: (_) @name) @method
(type_spec name: (_) @name) @type
(const_spec name: (_) @name) @constant
(source_file (var_declaration (var_spec name: (_) @name) @variable))
`

const RUST = `
(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @declaration
(struct_item name: (_) @name) @struct
(enum_item name: (_) @name) @enum
(union_item name: (_) @name) @struct
(trait_item name: (_) @name) @interface
(mod_item name: (_) @name) @module
(type_item name: (_) @name) @type
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @variable
(macro_definition name: (_) @name) @macro
`

const JAVA = `
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(record_declaration name: (_) @name) @class
(annotation_type_declaration name: (_) @name) @interface
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
(field_declaration declarator: (variable_declarator name: (_) @name)) @property
`

const SWIFT = `
(class_declaration name: (_) @name) @class
(protocol_declaration name: (_) @name) @interface
(function_declaration name: (simple_identifier) @name) @function
(protocol_function_declaration name: (simple_identifier) @name) @declaration
(typealias_declaration name: (_) @name) @type
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property
`

const RUBY = `
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(class name: (_) @name) @class
(module name: (_) @name) @module
(assignment left: (constant) @name) @constant
`

const PHP = `
(function_definition name: (_) @name) @function
(method_declaration name: (_) @name) @method
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(trait_declaration name: (_) @name) @class
(enum_declaration name: (_) @name) @enum
(const_element (name) @name) @constant
`

const C_SHARP = `
(class_declaration name: (_) @name) @class
(struct_declaration name: (_) @name) @struct
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(record_declaration name: (_) @name) @class
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
(property_declaration name: (_) @name) @property
(delegate_declaration name: (_) @name) @type
`

const CPP = `${C}
(class_specifier name: (_) @name body: (_)) @class
(namespace_definition name: (_) @name) @module
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
(field_declaration declarator: (function_declarator declarator: (_) @name)) @declaration
`

const language = (name: string, grammar: string, definitions: string): Language => ({
  name,
  grammar: `tree-sitter-${grammar}.wasm`,
  definitions,
})

const TYPESCRIPT = language('TypeScript', 'typescript', TYPED_ECMA)
const TSX = language('TSX', 'tsx', TYPED_ECMA)
const JAVASCRIPT = language('JavaScript', 'javascript', ECMA)
const CPLUSPLUS = language('C++', 'cpp', CPP)

export const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['ts', TYPESCRIPT],
  ['mts', TYPESCRIPT],
  ['cts', TYPESCRIPT],
  ['tsx', TSX],
  ['js', JAVASCRIPT],
  ['mjs', JAVASCRIPT],
  ['cjs', JAVASCRIPT],
  ['jsx', JAVASCRIPT],
  ['py', language('Python', 'python', PYTHON)],
  ['pyi', language('Python', 'python', PYTHON)],
  ['go', language('Go', 'go', GO)],
  ['rs', language('Rust', 'rust', RUST)],
  ['java', language('Java', 'java', JAVA)],
  ['c', language('C', 'c', C)],
  // Headers may be either; the grammar of C++ reads both.
  ['h', CPLUSPLUS],
  ['hpp', CPLUSPLUS],
  ['hh', CPLUSPLUS],
  ['cc', CPLUSPLUS],
  ['cpp', CPLUSPLUS],
  ['cxx', CPLUSPLUS],
  ['swift', language('Swift', 'swift', SWIFT)],
  ['rb', language('Ruby', 'ruby', RUBY)],
  ['php', language('PHP', 'php', PHP)],
  ['cs', language('C#', 'c_sharp', C_SHARP)],
])

export function languageOf(extension: string): Language | undefined {
  return LANGUAGES.get(extension)
}
