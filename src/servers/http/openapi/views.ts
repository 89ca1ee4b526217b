import { z } from 'zod'
import { APPROVAL_STATES, SCOPES } from '../../../contract/approvals.ts'
import { CALL_STATES } from '../../../contract/calls.ts'
import { RISKS } from '../../../contract/effects.ts'
import { ERROR_CODES, type ErrorCode } from '../../../contract/errors.ts'
import { LEVELS } from '../../../contract/levels.ts'
import { newRuleSchema } from '../../../contract/rules.ts'

/** What answers hold, as far as a client needs to know. Open objects: the rest of their fields is in `src/contract`. */

const level = z.enum(LEVELS)
const because = z.looseObject({ step: z.string(), reason: z.string() })
const args = z.record(z.string(), z.unknown())
const problem = z.looseObject({ severity: z.string(), message: z.string(), hint: z.string() })

export const errorView = z
  .looseObject({
    error: z.looseObject({
      code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      hint: z.string().nullable(),
    }),
  })
  .meta({ id: 'Error' })

export const approvalPendingView = z
  .looseObject({
    status: z.literal('approval_pending'),
    approval_id: z.string(),
    console_url: z.string(),
    retry_after_s: z.number(),
    message: z.string(),
  })
  .meta({ id: 'ApprovalPending' })

export const truncatedView = z
  .looseObject({
    truncated: z.literal(true),
    toolCallId: z.string().optional(),
    preview: z.string(),
  })
  .meta({ id: 'Truncated' })

export const statusView = z
  .looseObject({
    version: z.string(),
    pid: z.int(),
    url: z.string(),
    isPaused: z.boolean(),
    level: level.nullable(),
    safeMode: z.array(z.string()),
    warnings: z.array(z.string()),
    activeProfile: z.string(),
    pendingApprovals: z.int(),
    runs: z.int(),
  })
  .meta({ id: 'Status' })

export const levelView = z
  .looseObject({
    level: level.nullable(),
    machine: level.nullable(),
    until: z.int().nullable(),
    standing: level.nullable(),
    settings: level.nullable(),
  })
  .meta({ id: 'MachineLevel' })

export const approvalView = z
  .looseObject({
    id: z.string(),
    version: z.int(),
    kind: z.enum(['call', 'question']),
    state: z.enum(APPROVAL_STATES),
    digest: z.string(),
    runId: z.string(),
    profile: z.string(),
    operation: z.string(),
    label: z.string(),
    args,
    cwd: z.string(),
    risk: z.looseObject({ tier: z.enum(RISKS), reasons: z.array(z.string()) }),
    because,
    options: z.array(z.enum(SCOPES)),
    createdAt: z.int(),
    expiresAt: z.int(),
  })
  .meta({ id: 'Approval' })

export const editedView = z
  .looseObject({
    id: z.string(),
    version: z.int(),
    digest: z.string(),
    editedDigest: z.string(),
    verdict: z.enum(['allow', 'ask', 'deny']),
    operation: z.string(),
    label: z.string(),
    args,
    risk: z.looseObject({ tier: z.enum(RISKS), reasons: z.array(z.string()) }),
    because,
  })
  .meta({ id: 'EditedApproval' })

export const grantView = z
  .looseObject({
    id: z.string(),
    operation: z.string(),
    runId: z.string().nullable(),
    profile: z.string(),
    scope: z.enum(['minutes', 'run']),
    expiresAt: z.int().nullable(),
    uses: z.int(),
  })
  .meta({ id: 'Grant' })

export const ruleView = newRuleSchema
  .loose()
  .extend({
    id: z.string(),
    source: z.string(),
    createdAt: z.int(),
    uses: z.int(),
    lastUsedAt: z.int().nullable(),
  })
  .meta({ id: 'Rule' })

export const callView = z
  .looseObject({
    id: z.string(),
    seq: z.int(),
    at: z.int(),
    runId: z.string().nullable(),
    client: z.string(),
    profile: z.string(),
    operation: z.string(),
    label: z.string(),
    args,
    state: z.enum(CALL_STATES),
    durationMs: z.number().nullable(),
    output: z.string().nullable(),
    approvalId: z.string().nullable(),
    isPerson: z.boolean(),
  })
  .meta({ id: 'Call' })

export const eventView = z
  .looseObject({
    seq: z.int().nullable(),
    at: z.int(),
    type: z.string(),
    runId: z.string().nullable(),
    subject: z.string().nullable(),
    body: args,
  })
  .meta({ id: 'Event' })

export const calledView = z
  .looseObject({
    success: z.boolean(),
    output: z.string(),
    error: z.string().nullable(),
    duration_ms: z.number(),
    status: z.enum(['succeeded', 'pending', 'failed']),
    call_id: z.string(),
  })
  .meta({ id: 'Called' })

export const profileView = z
  .looseObject({
    id: z.string(),
    label: z.string(),
    enabled: z.boolean(),
    isActive: z.boolean(),
    level,
    categories: z.array(z.looseObject({ id: z.string(), tools: z.array(z.looseObject({ id: z.string() })) })),
  })
  .meta({ id: 'Profile' })

export const profilesView = z
  .looseObject({
    active: z.string(),
    profiles: z.array(z.looseObject({ id: z.string(), label: z.string(), level })),
    problems: z.array(problem),
  })
  .meta({ id: 'Profiles' })

export const runView = z
  .looseObject({
    id: z.string(),
    kind: z.string(),
    credential: z.string(),
    client: z.string(),
    profile: z.string(),
    workdir: z.string(),
    createdAt: z.int(),
    seenAt: z.int(),
    endedAt: z.int().nullable(),
  })
  .meta({ id: 'Run' })

export const clientView = z
  .looseObject({
    id: z.string(),
    label: z.string(),
    isDetected: z.boolean(),
    state: z.enum(['connected', 'outdated', 'foreign', 'not_connected', 'unreadable']),
    profile: z.string().nullable(),
    file: z.string(),
    problems: z.array(z.string()),
  })
  .meta({ id: 'Client' })

export const clientPlanView = z
  .looseObject({
    kind: z.enum(['change', 'refused', 'unchanged', 'manual']),
    planId: z.string().nullable(),
    diff: z.string().nullable(),
  })
  .meta({ id: 'ClientPlan' })

export const clientProofView = z
  .looseObject({
    id: z.string(),
    proofs: z.array(
      z.looseObject({
        step: z.enum(['config', 'starts', 'tools', 'call']),
        state: z.enum(['ok', 'failed', 'not tried']),
        text: z.string(),
      }),
    ),
    fix: z.string().nullable(),
  })
  .meta({ id: 'ClientProof' })

export const doctorView = z
  .looseObject({
    isFine: z.boolean(),
    findings: z.array(
      z.looseObject({
        area: z.string(),
        state: z.enum(['ok', 'note', 'problem']),
        text: z.string(),
        fix: z.string().optional(),
      }),
    ),
    clients: z.array(clientProofView),
  })
  .meta({ id: 'DoctorReport' })

export const settingsView = z
  .looseObject({
    settings: args,
    editable: z.array(z.string()),
    afterRestart: z.array(z.string()),
    problems: z.array(z.string()),
  })
  .meta({ id: 'Settings' })

export const undoPlanView = z
  .object({
    callId: z.string(),
    steps: z.array(
      z.object({ path: z.string(), action: z.string(), conflict: z.string().nullable(), canForce: z.boolean() }),
    ),
    state: z.enum(['ready', 'conflict', 'undone', 'nothing']),
    reason: z.string().nullable(),
    undoneBy: z.string().nullable(),
    expiresAt: z.int().nullable(),
  })
  .meta({ id: 'UndoPlan' })

export const verificationView = z.looseObject({ ok: z.boolean(), entries: z.int() }).meta({ id: 'Verification' })
