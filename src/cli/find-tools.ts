import { HostError } from '../base/host-error.ts'
import type { ProfileDescription } from '../contract/tools-file.ts'

export type Named = { readonly category: string } | { readonly tools: readonly string[] }

/** An id, a name that only one tool has, a category, or a toolset, which means all of its tools. */
export function findTools({ id, categories }: ProfileDescription, given: string): Named {
  const tools = categories.flatMap((category) => category.tools)
  const named = tools.filter((tool) => tool.id === given || tool.name === given)
  const exact = named.find((tool) => tool.id === given)
  if (exact !== undefined || named.length === 1) return { tools: [(exact ?? named[0])?.id ?? given] }
  if (named.length > 1) {
    throw new HostError('INVALID_PARAMETERS', `"${given}" is the name of several tools.`, {
      hint: `Say one of: ${named.map((tool) => tool.id).join(', ')}`,
    })
  }
  if (categories.some((category) => category.id === given)) return { category: given }
  const below = tools.filter((tool) => tool.id.startsWith(`${given}.`)).map((tool) => tool.id)
  if (below.length > 0) return { tools: below }
  throw new HostError('TOOL_NOT_FOUND', `The profile ${id} has no tool, toolset or category "${given}".`, {
    hint: `See them: upperhand tools ls --profile ${id}`,
  })
}

/** The same, with a category spelled out as its tools. */
export function findEachTool(profile: ProfileDescription, given: string): readonly string[] {
  const named = findTools(profile, given)
  if ('tools' in named) return named.tools
  return profile.categories.flatMap(({ id, tools }) => (id === named.category ? tools.map((tool) => tool.id) : []))
}
