import { z } from 'zod'
import { type HttpAnswer, httpAs } from './http.ts'

type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly path: string
  readonly method: string
  readonly described: Json
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const KEYWORDS = new Set(
  `$ref type properties required additionalProperties propertyNames items prefixItems enum const anyOf oneOf allOf not
  default description title examples format pattern minLength maxLength minimum maximum exclusiveMinimum
  exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties deprecated readOnly`.split(
    /\s+/,
  ),
)

/** What is wrong with an OpenAPI 3.1 document, in words; empty when it is right. */
export function openapiProblems(document: Json): string[] {
  const operations = operationsOf(document)
  const ids = operations.map(({ described }) => described['operationId'])
  return [
    ...when(!/^3\.1\.\d+$/.test(String(document['openapi'])), 'openapi is not 3.1.x'),
    ...when(!isText(at(document, 'info', 'title')) || !isText(at(document, 'info', 'version')), 'info is incomplete'),
    ...list(document['servers']).flatMap((server) => when(!isText(server['url']), 'a server has no url')),
    ...list(document['security']).flatMap((need) =>
      Object.keys(need).flatMap((name) =>
        when(at(document, 'components', 'securitySchemes', name) === undefined, `no security scheme ${name}`),
      ),
    ),
    ...Object.keys(object(document['paths'])).flatMap((path) => when(!path.startsWith('/'), `${path} is no path`)),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands twice`),
    ...operations.flatMap((operation) => operationProblems(document, operation)),
    ...Object.entries(object(at(document, 'components', 'schemas'))).flatMap(([name, schema]) =>
      schemaProblems(schema, `schema ${name}`),
    ),
    ...referenceProblems(document, document),
  ]
}

function operationsOf(document: Json): Operation[] {
  return Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, described]) => ({ path, method, described: object(described) })),
  )
}

function operationProblems(document: Json, { path, method, described }: Operation): string[] {
  const name = `${method} ${path}`
  const parameters = list(described['parameters'])
  const declared = parameters.filter((one) => one['in'] === 'path').map((one) => one['name'])
  const templated = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter)
  const responses = Object.entries(object(described['responses']))
  const keys = parameters.map((one) => `${one['in']} ${one['name']}`)
  return [
    ...when(!METHODS.has(method), `${name}: no such method`),
    ...when(!/^[A-Za-z0-9_.-]+$/.test(String(described['operationId'])), `${name}: no operationId`),
    ...when(templated.join() !== declared.join(), `${name}: path parameters ${templated} are declared as ${declared}`),
    ...when(new Set(keys).size !== keys.length, `${name}: a parameter stands twice`),
    ...parameters.flatMap((one) => [
      ...when(!['path', 'query', 'header', 'cookie'].includes(String(one['in'])), `${name}: a parameter is nowhere`),
      ...when(one['in'] === 'path' && one['required'] !== true, `${name}: a path parameter is optional`),
      ...schemaProblems(one['schema'], `${name} ${one['name']}`),
    ]),
    ...when(method === 'get' && described['requestBody'] !== undefined, `${name}: a body where none is read`),
    ...contentProblems(described['requestBody'], `${name} body`, described['requestBody'] !== undefined),
    ...when(responses.length === 0, `${name}: no responses`),
    ...responses.flatMap(([status, response]) => {
      const resolved = resolve(document, object(response))
      return [
        ...when(!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status), `${name}: ${status} is no status`),
        ...when(!isText(resolved['description']), `${name} ${status}: no description`),
        ...contentProblems(resolved, `${name} ${status}`, false),
      ]
    }),
  ]
}

function contentProblems(holder: unknown, name: string, isNeeded: boolean): string[] {
  const content = Object.entries(object(object(holder)['content']))
  return [
    ...when(isNeeded && content.length === 0, `${name}: no content`),
    ...content.flatMap(([media, { schema }]) => [
      ...when(!/^[\w.+-]+\/[\w.+-]+$/.test(media), `${name}: ${media} is no media type`),
      ...schemaProblems(schema, name),
    ]),
  ]
}

function schemaProblems(value: unknown, name: string): string[] {
  if (typeof value === 'boolean') return []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${name}: not a schema`]
  const schema = object(value)
  const types = [schema['type'] ?? []].flat()
  const required = [schema['required'] ?? []].flat()
  const below = [
    ...Object.entries(object(schema['properties'])),
    ...['items', 'additionalProperties', 'propertyNames', 'not']
      .filter((key) => schema[key] !== undefined)
      .map((key) => [key, schema[key]] as const),
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) =>
      [schema[key] ?? []].flat().map((one, index) => [`${key}.${index}`, one] as const),
    ),
  ]
  return [
    ...Object.keys(schema)
      .filter((key) => !KEYWORDS.has(key))
      .map((key) => `${name}: unknown keyword ${key}`),
    ...types.filter((type) => !TYPES.has(String(type))).map((type) => `${name}: unknown type ${type}`),
    ...required
      .filter((key) => object(schema['properties'])[String(key)] === undefined)
      .map((key) => `${name}: ${key} is required and not described`),
    ...below.flatMap(([key, one]) => schemaProblems(one, `${name}.${key}`)),
  ]
}

function referenceProblems(document: Json, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => referenceProblems(document, item))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string'
      ? when(!item.startsWith('#/') || pointed(document, item) === undefined, `${item} leads nowhere`)
      : referenceProblems(document, item),
  )
}

export interface GeneratedClient {
  readonly ids: readonly string[]
  /** Arguments by name; where each goes is in the document. */
  readonly call: (id: string, args?: Json) => Promise<HttpAnswer>
}

/** A client that knows nothing but the document. */
export function generateClient(document: Json, origin: string, bearer: string): GeneratedClient {
  const http = httpAs(origin, bearer)
  const base = String(list(document['servers'])[0]?.['url'] ?? '')
  const byId = new Map(operationsOf(document).map((one) => [String(one.described['operationId']), one]))
  return {
    ids: [...byId.keys()],
    call: async (id, args = {}) => {
      const { path, method, described } = byId.get(id)!
      const where = new Map(list(described['parameters']).map((one) => [String(one['name']), one['in']]))
      const taken = (place: string) => Object.entries(args).filter(([name]) => where.get(name) === place)
      const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !where.has(name)))
      const filled = taken('path').reduce(
        (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
        path,
      )
      const query = new URLSearchParams(
        Object.fromEntries(taken('query').map(([name, value]) => [name, String(value)])),
      )
      const address = `${base}${filled}${query.size === 0 ? '' : `?${query}`}`
      const answer = await http(address, {
        method: method.toUpperCase(),
        ...(described['requestBody'] === undefined ? {} : { body: rest }),
      })
      answerSchema(document, described, answer.status).parse(answer.body)
      return answer
    },
  }
}

/** An answer that is not as described makes the call fail. */
function answerSchema(document: Json, described: Json, status: number): z.ZodType {
  const responses = object(described['responses'])
  const response = resolve(document, object(responses[String(status)] ?? responses['default']))
  const schema = at(response, 'content', 'application/json', 'schema')
  if (schema === undefined) return z.strictObject({})
  const text = JSON.stringify({ ...object(schema), $defs: at(document, 'components', 'schemas') ?? {} })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
}

function resolve(document: Json, value: Json): Json {
  const { $ref } = value
  return typeof $ref === 'string' ? object(pointed(document, $ref)) : value
}

function pointed(document: Json, reference: string): unknown {
  return at(document, ...reference.slice(2).split('/'))
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((found, key) => object(found)[key], value)
}

function object(value: unknown): Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, Json>) : {}
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function when(isWrong: boolean, problem: string): string[] {
  return isWrong ? [problem] : []
}
