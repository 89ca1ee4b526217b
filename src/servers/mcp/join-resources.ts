import type { ResourceProvider } from './parts.ts'

/** Several kinds of resources as one. The first that knows an address answers it. */
export function joinResources(providers: readonly ResourceProvider[]): ResourceProvider {
  return {
    templates: providers.flatMap(({ templates }) => templates),
    list: async (caller) => {
      const lists = await Promise.all(providers.map((provider) => provider.list(caller)))
      return lists.flat()
    },
    read: async (uri, caller) => {
      for (const provider of providers) {
        const found = await provider.read(uri, caller)
        if (found !== null) return found
      }
      return null
    },
  }
}
