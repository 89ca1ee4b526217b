import type { ApprovalSummary } from '../../src/contract/approvals.ts'
import type { Level } from '../../src/contract/levels.ts'
import type { StatusView } from '../../src/contract/status.ts'
import { useLive } from '../data/live.ts'

export const STATUS = '/api/status'
export const PENDING = '/api/approvals?state=pending'

export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  read_only: 'Read-only',
  execute_with_confirm: 'Asking',
  full_access: 'Full access',
}

export function useStatus() {
  return useLive<StatusView>(STATUS, [
    'host.started',
    'host.paused',
    'host.resumed',
    'host.level',
    'host.safe_mode',
    'run.opened',
    'run.ended',
    'tools.changed',
    'settings.changed',
  ])
}

export function usePending() {
  return useLive<{ readonly approvals: readonly ApprovalSummary[] }>(PENDING, [
    'approval.requested',
    'approval.answered',
    'approval.expired',
    'approval.withdrawn',
  ])
}

/** What holds where nobody set a level for the machine: the active profile's. */
export function levelInForce({ level, activeProfile, profiles }: StatusView): Level {
  return level ?? profiles.find(({ id }) => id === activeProfile)?.level ?? 'execute_with_confirm'
}
