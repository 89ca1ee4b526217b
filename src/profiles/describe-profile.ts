import { EFFECT_TRAITS } from '../contract/effects.ts'
import type { ProfileDescription, ProfileSummary, ToolDescription } from '../contract/tools-file.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import type { Names } from './names.ts'
import { groupedTool, publish, singleTool } from './publish.ts'
import type { ResolvedProfile } from './resolve-profile.ts'
import { byCategory, categoryLabel } from './stock-profile.ts'
import { estimateTokens } from './token-estimate.ts'

interface Parts {
  readonly catalog: Catalog
  readonly names: Names
}

export function summarise(resolved: ResolvedProfile, isActive: boolean, { catalog }: Parts): ProfileSummary {
  const { profile, effective, isSwitchedOn, origin } = resolved
  const { id, label, level, paths, spelling, confirms, onAsk, elicitation, onDisconnect } = profile
  return {
    id,
    label,
    enabled: isSwitchedOn,
    isActive,
    origin,
    level,
    paths,
    spelling,
    confirms,
    onAsk,
    elicitation,
    onDisconnect,
    autoApprove: effective.autoApprove.enabled,
    operations: catalog.entries.filter((entry) => profile.isEnabled(entry.id)).length,
    tokens: estimateTokens(publish(catalog, profile).json),
  }
}

/** A profile as console and CLI show it: every tool of the catalog with its switch, what it may do and what it costs. */
export function describeProfile(resolved: ResolvedProfile, isActive: boolean, parts: Parts): ProfileDescription {
  const listed = new Map(resolved.effective.categories.map((category) => [category.id, category]))
  return {
    ...summarise(resolved, isActive, parts),
    categories: [...byCategory(parts.catalog)].map(([id, entries]) => ({
      id,
      label: listed.get(id)?.label ?? categoryLabel(id),
      enabled: listed.get(id)?.enabled ?? false,
      tools: entries.map((entry) => describeTool(entry, resolved, parts)),
    })),
    unavailable: parts.catalog.unavailable.map(({ name, category, reason }) => ({ name, category, reason })),
  }
}

function describeTool(entry: CatalogEntry, { profile }: ResolvedProfile, { names }: Parts): ToolDescription {
  const { id, operation } = entry
  return {
    id,
    name: names.flatName(entry),
    title: operation.title,
    description: operation.description,
    enabled: profile.isEnabled(id),
    effect: operation.effect,
    risk: EFFECT_TRAITS[operation.effect].risk,
    permission: profile.permission(id) ?? null,
    autoApproved: profile.autoApproves(id),
    tokens: tokenCost(entry, profile.spelling, names),
  }
}

/** In a grouped tool an operation costs what the tool would be shorter by without it. */
function tokenCost(entry: CatalogEntry, spelling: 'grouped' | 'flat', names: Names): number {
  const { toolset, operation } = entry
  const alone = estimateTokens(JSON.stringify(singleTool(names.flatName(entry), operation)))
  const others = toolset.operations.filter((other) => other !== operation)
  if (toolset.shape !== 'grouped' || spelling === 'flat' || others.length === 0) return alone
  const whole = estimateTokens(JSON.stringify(groupedTool(toolset, toolset.operations)))
  return whole - estimateTokens(JSON.stringify(groupedTool(toolset, others)))
}
