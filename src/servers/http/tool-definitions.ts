import { EFFECT_TRAITS, strictestEffect } from '../../contract/effects.ts'
import type { Level } from '../../contract/levels.ts'
import type { Profile } from '../../contract/policy.ts'
import type { ToolDefinition } from '../../contract/tool-calls.ts'
import type { PublishedTool } from '../../profiles/published.ts'
import type { CatalogEntry } from '../../tools/catalog.ts'

/** A published tool with the operations behind it that the profile has on. */
export interface OfferedTool {
  readonly tool: PublishedTool
  readonly entries: readonly CatalogEntry[]
}

export function toolDefinition({ tool, entries }: OfferedTool, profile: Profile, level: Level): ToolDefinition {
  const effect = strictestEffect(entries.map(({ operation }) => operation.effect))
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.inputSchema,
    category: entries[0]?.toolset.category ?? '',
    risk: EFFECT_TRAITS[effect].risk,
    requires_confirmation: entries.some((entry) => canAsk(entry, profile, level)),
  }
}

/** Known without arguments: reading outside and critical paths can ask whatever this says. */
function canAsk({ id, operation }: CatalogEntry, profile: Profile, level: Level): boolean {
  const permission = profile.permission(id)
  if (permission !== undefined) return permission !== 'allowed'
  if (operation.effect === 'read' || profile.confirms === 'caller') return false
  return level !== 'full_access' && !profile.autoApproves(id)
}
