import type { z } from 'zod'
import type { JsonSchema, Schemas } from './json-schema.ts'

/** A route for people, as it is described. `path` is below `/api`, with its parameters in braces. */
export interface Endpoint {
  readonly route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`
  readonly id: string
  readonly summary: string
  readonly tag: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly status?: number
  /** Absent: there is no content. */
  readonly answer?: z.ZodType
  readonly media?: string
}

export function endpointPaths(endpoints: readonly Endpoint[], schemas: Schemas): Readonly<Record<string, object>> {
  const byPath = Map.groupBy(endpoints, ({ route }) => route.split(' ')[1] ?? '')
  return Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((one) => [methodOf(one), described(one, path, schemas)])),
    ]),
  )
}

function methodOf({ route }: Endpoint): string {
  return (route.split(' ')[0] ?? '').toLowerCase()
}

function described(endpoint: Endpoint, path: string, schemas: Schemas): object {
  const { id, summary, tag, query, body, status, answer, media } = endpoint
  const parameters = [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query, schemas))]
  const content =
    answer === undefined
      ? { description: 'Done.' }
      : { description: 'The answer.', content: { [media ?? 'application/json']: { schema: schemas.output(answer) } } }
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: schemas.input(body) } } } }),
    responses: {
      [status ?? (answer === undefined ? 204 : 200)]: content,
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodObject, schemas: Schemas): object[] {
  const { properties = {}, required = [] } = schemas.input(query) as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
