import { randomUUID } from 'node:crypto'
import { HostError } from '../../base/host-error.ts'
import type { Endpoint } from '../../clients/client.ts'
import type { Clients } from '../../clients/clients.ts'
import { OPEN_WEBUI } from '../../clients/open-webui.ts'
import type { Plan } from '../../clients/plan.ts'
import type { ClientPlanView } from '../../contract/clients.ts'
import type { ClientService, WantedChange } from './routes/clients.ts'

interface Parts {
  /** Loaded when first needed: the readers of three formats come with it. */
  readonly load: () => Promise<Clients>
  /** Where a client reaches us by address, and with what. */
  readonly endpoint: (profile: string | undefined) => Endpoint
}

const PLANS = 20

/** Connecting clients from the console: what was shown as a diff is exactly what is then written, or nothing is. */
export function createClientService({ load, endpoint }: Parts): ClientService {
  let loaded: Promise<Clients> | undefined
  const clients = () => {
    loaded ??= load()
    return loaded
  }
  const plans = new Map<string, Plan>()

  const planned = async (id: string, { action, profile, byAddress }: WantedChange): Promise<Plan> => {
    const service = await clients()
    if (action === 'disconnect') return service.planUndo(id)
    const needsAddress = byAddress || id === OPEN_WEBUI.id
    return service.plan(id, { profile, endpoint: needsAddress ? endpoint(profile) : undefined })
  }

  return {
    launch: async () => (await clients()).launch(),
    list: async () => [...(await clients()).list(), OPEN_WEBUI_VIEW],
    plan: async (id, wanted) => {
      const plan = await planned(id, wanted)
      const planId = randomUUID()
      plans.set(planId, plan)
      for (const old of plans.keys()) if (plans.size > PLANS) plans.delete(old)
      return viewOf(planId, plan)
    },
    apply: async (planId) => {
      const plan = plans.get(planId)
      plans.delete(planId)
      if (plan === undefined || (plan.kind !== 'edit' && plan.kind !== 'command')) {
        throw new HostError('NOT_FOUND', 'There is no such change to make.', {
          hint: 'Look at the change again first.',
        })
      }
      const { file, backup } = await (await clients()).apply(plan)
      return { client: plan.client, file, backup }
    },
  }
}

/** It keeps its servers in a database of its own, so nothing can be seen of it here. */
const OPEN_WEBUI_VIEW = {
  ...OPEN_WEBUI,
  isDetected: false,
  evidence: [],
  state: 'not_connected',
  transport: null,
  url: null,
  profile: null,
  file: '',
  problems: [],
} as const

function viewOf(planId: string, plan: Plan): ClientPlanView {
  const about = {
    client: plan.client,
    action: plan.action,
    notes: [],
    diff: null,
    snippet: null,
    steps: [],
    hint: null,
  }
  switch (plan.kind) {
    case 'edit':
      return { ...about, planId, kind: 'change', file: plan.file, diff: plan.diff, notes: plan.notes, reason: null }
    case 'command':
      return {
        ...about,
        planId,
        kind: 'change',
        file: plan.file,
        diff: plan.fallback.diff,
        notes: plan.notes,
        reason: null,
      }
    case 'refused': {
      const { file, diff, snippet, reason, hint } = plan
      return { ...about, planId: null, kind: 'refused', file, diff, snippet, reason, hint }
    }
    case 'unchanged':
      return { ...about, planId: null, kind: 'unchanged', file: plan.file, reason: plan.reason }
    case 'manual':
      return { ...about, planId: null, kind: 'manual', file: null, reason: null, steps: plan.steps }
  }
}
