import type { Ask } from '../approvals/approvals.ts'
import type { Scope } from '../contract/approvals.ts'
import { EFFECT_TRAITS, RISKS, type Risk } from '../contract/effects.ts'
import type { CommandResource, Resource } from '../contract/resources.ts'
import type { Caller } from '../contract/run.ts'
import { principalOf } from '../contract/run.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import type { PreparedOperation } from '../tools/operation.ts'
import type { Judgement } from './decide.ts'

interface Plan {
  readonly entry: CatalogEntry
  readonly caller: Caller
  readonly input: Readonly<Record<string, unknown>>
  readonly prepared: PreparedOperation
  readonly digest: string
  readonly judgement: Judgement
}

const NOTE_CHARS = 2_000
const ALL_SCOPES: readonly Scope[] = ['once', 'minutes', 'run', 'rule']

/** What a person is shown. Everything on it comes from the plan that will run, only the note is the agent's. */
export async function cardOf({ entry, caller, input, prepared, digest, judgement }: Plan): Promise<Ask> {
  const { tier, reasons } = riskOf(entry, prepared, judgement)
  return {
    kind: 'call',
    digest,
    runId: caller.runId,
    principal: principalOf(caller),
    profile: caller.profile,
    operation: entry.id,
    lineage: [caller.client, caller.runId],
    title: entry.operation.title,
    label: prepared.label,
    details: prepared.details,
    icon: entry.operation.icon,
    args: input,
    cwd: caller.workdir,
    risk: { tier, reasons },
    because: judgement.because,
    resources: prepared.resources,
    preview: await prepared.preview(),
    note: saidWith(input),
    options: tier === 'critical' ? ['once'] : ALL_SCOPES,
  }
}

/** Some tools let the agent say why: it is quoted, and decides nothing. */
function saidWith({ explanation }: Readonly<Record<string, unknown>>): string | null {
  return typeof explanation === 'string' && explanation.trim() !== '' ? explanation.slice(0, NOTE_CHARS) : null
}

function riskOf(
  entry: CatalogEntry,
  prepared: PreparedOperation,
  judgement: Judgement,
): { tier: Risk; reasons: string[] } {
  const critical = prepared.resources.filter(({ protection }) => protection.class === 'critical')
  const reasons = new Set(judgement.trace.filter(({ verdict }) => verdict === 'ask').map(({ reason }) => reason))
  for (const { protection } of critical) if (protection.reason !== null) reasons.add(protection.reason)
  if (critical.length > 0) return { tier: 'critical', reasons: [...reasons] }
  const tier = prepared.resources.map(riskOfResource).reduce(worse, baseRisk(entry, prepared))
  return { tier, reasons: [...reasons] }
}

/** A command's risk comes from what it does, not from the fact that it is one. */
function baseRisk(entry: CatalogEntry, { resources }: PreparedOperation): Risk {
  return resources.some(({ kind }) => kind === 'command') ? 'low' : EFFECT_TRAITS[entry.operation.effect].risk
}

const COMMAND_RISKS: Readonly<Record<CommandResource['effect'], Risk>> = {
  'read-only': 'low',
  network: 'medium',
  other: 'medium',
  destroy: 'high',
  publish: 'high',
}

function riskOfResource(resource: Resource): Risk {
  if (resource.kind === 'command') return COMMAND_RISKS[resource.effect]
  if (resource.kind === 'url') return 'medium'
  return resource.zone === 'outside' && resource.access !== 'read' ? 'high' : 'low'
}

function worse(a: Risk, b: Risk): Risk {
  return RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b
}
