import { LIMITS } from '../../src/base/limits.ts'
import { type Catalog, createCatalog } from '../../src/tools/catalog.ts'
import { createToolsets, type ToolServices } from '../../src/tools/toolsets.ts'

/** The product's catalog for its names and schemas alone: nothing in it can run. */
export function metadataCatalog(): Catalog {
  const services = { files: { limits: LIMITS } } as unknown as ToolServices
  const { toolsets, unavailable } = createToolsets(services)
  return createCatalog(toolsets, unavailable)
}
