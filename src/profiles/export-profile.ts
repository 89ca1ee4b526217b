import { layout } from '../base/json-layout.ts'
import type { ResolvedProfile } from './resolve-profile.ts'

/** One profile as a tools.json of its own, to be imported elsewhere. */
export function exportedProfile({ effective, profile, isSwitchedOn }: ResolvedProfile): string {
  const { stock: _, ...words } = effective
  const one = { ...words, id: profile.id, label: profile.label, enabled: isSwitchedOn }
  return `${layout({ version: 1, activeProfile: profile.id, profiles: [one] })}\n`
}
