import { LIMITS } from '../src/base/limits.ts'
import { type Catalog, createCatalog } from '../src/tools/catalog.ts'
import { createToolsets, type ToolServices } from '../src/tools/toolsets.ts'

/**
 * The product's catalog without a host. Names, schemas and descriptions are made when a toolset is created, and that
 * needs of its services nothing but their limits; whoever runs an operation of this catalog is told that it cannot.
 */
export function metadataCatalog(): Catalog {
  const services: ToolServices = {
    countThoughts: absent('countThoughts'),
    describeTools: absent('describeTools'),
    collaboration: absent('collaboration'),
    approvals: absent('approvals'),
    results: absent('results'),
    files: absent('files'),
    touchCommand: absent('touchCommand'),
    sessions: absent('sessions'),
    search: absent('search'),
    diagnostics: absent('diagnostics'),
    indexes: absent('indexes'),
    memory: absent('memory'),
    todos: absent('todos'),
    web: absent('web'),
    documents: absent('documents'),
    prompts: absent('prompts'),
    recall: absent('recall'),
    topicOwners: absent('topicOwners'),
  }
  const { toolsets, unavailable } = createToolsets(services)
  const [missing] = unavailable
  if (missing !== undefined) throw new Error(`${missing.name} needs a service to be described: ${missing.reason}`)
  return createCatalog(toolsets)
}

function absent<Service extends object>(name: string): Service {
  const refuse = () => {
    throw new Error(`${name} was called: only metadata is read here`)
  }
  return new Proxy(refuse, {
    get: (_target, key) => (key === 'limits' ? LIMITS : refuse()),
    apply: refuse,
  }) as unknown as Service
}
