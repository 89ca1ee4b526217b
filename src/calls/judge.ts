import type { Grants } from '../approvals/grants.ts'
import { stricterLevel } from '../contract/levels.ts'
import type { Profile } from '../contract/policy.ts'
import type { Resource } from '../contract/resources.ts'
import type { Caller, MachineState } from '../contract/run.ts'
import type { Rules } from '../rules/rules.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { decide, type Judgement, type Touch } from './decide.ts'

export interface Case {
  readonly entry: CatalogEntry
  readonly caller: Caller
  readonly profile: Profile
  readonly resources: readonly Resource[]
  readonly isApprovedOnce: boolean
}

export type Judge = (one: Case) => Judgement

interface Parts {
  readonly machine: () => MachineState
  readonly rules: Rules
  readonly grants: Grants
  /** When a profile's permissions last changed. */
  readonly permissionsSince: () => number
}

/** Gathers what holds right now and lets `decide` judge it. Called again before every run, so that a stale policy never counts. */
export function createJudge({ machine, rules, grants, permissionsSince }: Parts): Judge {
  return ({ entry, caller, profile, resources, isApprovedOnce }) => {
    const { isPaused, pausedRuns, level, safeMode } = machine()
    const { client, runId, workdir } = caller
    const place = { operation: entry.id, profile: profile.id, client, runId, workdir }
    const touch = (resource: Resource | null): Touch => {
      const { deny, ask, allow } = rules.match({ ...place, resource })
      return {
        resource,
        denyRule: deny,
        askRule: ask,
        allowRule: allow,
        grant: grants.match(caller.runId, entry.id, resource),
      }
    }
    const isSafeMode = safeMode.length > 0
    const ceilings = [isSafeMode ? 'read_only' : level, caller.level ?? null].filter((one) => one !== null)
    return decide({
      operation: entry.id,
      effect: entry.operation.effect,
      isPerson: caller.isPerson,
      isPaused,
      isRunPaused: pausedRuns?.includes(runId) ?? false,
      isEnabled: profile.isEnabled(entry.id),
      level: ceilings.reduce(stricterLevel, profile.level),
      safeMode: isSafeMode ? safeMode.join(' ') : undefined,
      paths: profile.paths,
      // What a person once denied may be lost: in safe mode nobody else confirms.
      confirms: isSafeMode ? 'person' : profile.confirms,
      permission: profile.permission(entry.id),
      permissionSince: permissionsSince(),
      autoApproves: profile.autoApproves(entry.id),
      isApprovedOnce,
      touches: resources.length === 0 ? [touch(null)] : resources.map(touch),
    })
  }
}
