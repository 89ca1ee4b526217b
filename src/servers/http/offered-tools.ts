import type { Principal } from '../../access/principal.ts'
import type { Rights } from '../../access/tokens.ts'
import { HostError } from '../../base/host-error.ts'
import { type Level, stricterLevel } from '../../contract/levels.ts'
import type { Profile } from '../../contract/policy.ts'
import type { MachineState } from '../../contract/run.ts'
import type { ToolDefinition } from '../../contract/tool-calls.ts'
import type { Names } from '../../profiles/names.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import { type OfferedTool, toolDefinition } from './tool-definitions.ts'

/** What a caller can call, and in which profile. */
export interface OfferedTools {
  /** The profile that serves a caller. Throws when it does not serve, or is not the caller's. */
  readonly profileFor: (principal: Principal, named: string | undefined) => string
  readonly of: (profile: string) => readonly OfferedTool[]
  readonly definitions: (profile: string, principal: Principal) => readonly ToolDefinition[]
}

interface Parts {
  readonly profiles: Pick<Profiles, 'lookup' | 'published'>
  readonly names: Pick<Names, 'operations'>
  readonly machine: () => MachineState
  readonly rightsOf: (credential: string) => Rights
  readonly activeProfile: () => string
}

export function createOfferedTools({ profiles, names, machine, rightsOf, activeProfile }: Parts): OfferedTools {
  const serving = (id: string): Profile => {
    const lookup = profiles.lookup(id)
    if (lookup.ok) return lookup.profile
    throw new HostError('TOOL_DISABLED', lookup.reason, { hint: lookup.hint })
  }

  const of = (id: string): readonly OfferedTool[] => {
    const profile = serving(id)
    return profiles.published(id).tools.map((tool) => ({
      tool,
      entries: names.operations(tool.name).filter((entry) => profile.isEnabled(entry.id)),
    }))
  }

  const levelFor = (profile: Profile, { credential }: Principal): Level => {
    const { level, safeMode } = machine()
    const ceilings = [safeMode.length > 0 ? 'read_only' : level, rightsOf(credential).level]
    return ceilings.filter((one) => one !== null).reduce(stricterLevel, profile.level)
  }

  return {
    of,
    profileFor: ({ profile: own }, named) => {
      if (own !== null && named !== undefined && named !== own) {
        throw new HostError('PERMISSION_DENIED', `This token is for the profile ${own} only.`)
      }
      return serving(own ?? named ?? activeProfile()).id
    },
    definitions: (id, principal) => {
      const profile = serving(id)
      const level = levelFor(profile, principal)
      return of(id).map((offered) => toolDefinition(offered, profile, level))
    },
  }
}
