import { z } from 'zod'
import type { HostEvent } from '../contract/events.ts'
import type { Resource } from '../contract/resources.ts'
import type { RuleSubject } from '../contract/rules.ts'
import type { Events } from '../events/events.ts'

/** A call of the history, as rules would have seen it. */
export interface PastCall {
  readonly id: string
  readonly at: number
  readonly operation: string
  readonly touches: readonly RuleSubject[]
  /** What a person was asked about; critical things are not among them, because no rule covers those. */
  readonly askedAbout: readonly RuleSubject[]
  readonly decision: 'approved' | 'denied' | null
  readonly didRun: boolean
}

export type PastCalls = (limit: number) => PastCall[]

const pathSchema = z.object({
  path: z.string(),
  access: z.enum(['read', 'write', 'destroy']),
  zone: z.enum(['inside', 'outside']).default('outside'),
  isCritical: z.boolean().default(false),
})
const commandSchema = z.object({
  command: z.string(),
  program: z.string().nullable(),
  subcommand: z.array(z.string()),
  flags: z.array(z.string()),
  operands: z.array(z.string()),
  extras: z.array(z.string()).default([]),
  isCertain: z.boolean().default(true),
  hosts: z.array(z.string()).default([]),
  effect: z.enum(['read-only', 'other', 'destroy', 'network', 'publish']),
  identity: z.string(),
  isCritical: z.boolean().default(false),
})
const urlSchema = z.object({ url: z.string(), host: z.string(), isCritical: z.boolean().default(false) })
const introSchema = z.object({
  client: z.string(),
  profile: z.string(),
  cwd: z.string(),
  resources: z.array(z.union([pathSchema, commandSchema, urlSchema])).default([]),
})

/** The newest calls first. One that cannot be read any more, for example after an upgrade, is left out. */
export function createPastCalls(events: Events): PastCalls {
  return (limit) =>
    events
      .newest({ types: ['call.finished'], limit })
      .flatMap(({ subject }) => pastCall(events, events.ofSubject(subject ?? '')) ?? [])
}

function pastCall(events: Events, timeline: readonly HostEvent[]): PastCall | undefined {
  const [first] = timeline
  const body = Object.assign({}, ...timeline.map((event) => event.body))
  const intro = introSchema.safeParse(body)
  // A call that gave up waiting comes again; only the one that went on counts.
  if (body['state'] === 'pending') return undefined
  if (first === undefined || first.runId === null || first.operation === null || !intro.success) return undefined
  const { client, profile, cwd, resources } = intro.data
  const subject = (resource: Resource | null): RuleSubject => ({
    operation: first.operation ?? '',
    resource,
    profile,
    client,
    runId: first.runId ?? '',
    workdir: cwd,
  })
  const touches = resources.length === 0 ? [subject(null)] : resources.map((one) => subject(toResource(one)))
  const approvalId: unknown = body['approvalId']
  const decision = typeof approvalId === 'string' ? decisionOf(events.ofSubject(approvalId)) : null
  const isAsked = typeof approvalId === 'string'
  return {
    id: first.subject ?? '',
    at: first.at,
    operation: first.operation,
    touches,
    askedAbout: isAsked ? touches.filter(({ resource }) => resource?.protection.class !== 'critical') : [],
    decision,
    didRun: timeline.some(({ type }) => type === 'call.started'),
  }
}

function decisionOf(timeline: readonly HostEvent[]): PastCall['decision'] {
  const state = timeline.find(({ type }) => type === 'approval.answered')?.body['state']
  return state === 'approved' || state === 'denied' ? state : null
}

type Recorded = z.output<typeof pathSchema> | z.output<typeof commandSchema> | z.output<typeof urlSchema>

function toResource(recorded: Recorded): Resource {
  const protection = { class: recorded.isCritical ? ('critical' as const) : ('none' as const), reason: null }
  if ('path' in recorded) {
    const { path, access, zone } = recorded
    return { kind: 'path', path, given: path, access, zone, protection, exists: true, identity: '' }
  }
  if ('url' in recorded) {
    const { url, host } = recorded
    return { kind: 'url', url, host, protection, identity: url }
  }
  const { command, program, subcommand, flags, operands, extras, isCertain, hosts, effect, identity } = recorded
  return {
    kind: 'command',
    text: command,
    program,
    subcommand,
    flags,
    operands,
    extras,
    isCertain,
    hosts,
    effect,
    protection,
    identity,
  }
}
