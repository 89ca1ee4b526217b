import type { Effect } from '../contract/effects.ts'
import type { Level, PathPolicy, ToolPermission } from '../contract/levels.ts'
import type { Because, Verdict } from '../contract/policy.ts'
import type { CommandResource, Resource } from '../contract/resources.ts'

/** A rule as far as a decision needs it. */
export interface RuleFact {
  readonly id: string
  readonly createdAt: number
  readonly message: string | null
  /** What it says, for people. */
  readonly text: string
}

/** One resource of a call with the rules and the grant that match it. `resource` is null for a call that touches nothing. */
export interface Touch {
  readonly resource: Resource | null
  readonly denyRule?: RuleFact | undefined
  readonly askRule?: RuleFact | undefined
  readonly allowRule?: RuleFact | undefined
  readonly grant?: { readonly id: string; readonly createdAt: number } | undefined
}

export interface Facts {
  readonly operation: string
  readonly effect: Effect
  readonly isPerson: boolean
  readonly isPaused: boolean
  readonly isRunPaused?: boolean
  readonly isEnabled: boolean
  /** The stricter of the profile's and the machine's. */
  readonly level: Level
  /** Why the machine is read-only whatever the profile says; absent when it is not. */
  readonly safeMode?: string | undefined
  readonly paths: PathPolicy
  readonly confirms: 'person' | 'caller'
  readonly permission?: ToolPermission | undefined
  /** When the permission was last set; a grant made before does not outweigh it. */
  readonly permissionSince: number
  readonly autoApproves: boolean
  /** A person approved this very digest once. */
  readonly isApprovedOnce: boolean
  readonly touches: readonly Touch[]
}

export interface Judgement {
  readonly verdict: Verdict
  readonly because: Because
  /** One entry per touch, in order: why each part was judged as it was. */
  readonly trace: readonly (Because & { readonly verdict: Verdict })[]
}

type Column =
  | 'read inside'
  | 'read outside'
  | 'write inside'
  | 'write outside'
  | 'destroy'
  | 'command, read-only'
  | 'command, other'
  | 'network'

const DEFAULTS: Readonly<Record<Level, Readonly<Record<Column, Verdict>>>> = {
  read_only: {
    'read inside': 'allow',
    'read outside': 'ask',
    'write inside': 'deny',
    'write outside': 'deny',
    destroy: 'deny',
    'command, read-only': 'allow',
    'command, other': 'deny',
    network: 'deny',
  },
  execute_with_confirm: {
    'read inside': 'allow',
    'read outside': 'ask',
    'write inside': 'allow',
    'write outside': 'ask',
    destroy: 'ask',
    'command, read-only': 'allow',
    'command, other': 'ask',
    network: 'ask',
  },
  full_access: {
    'read inside': 'allow',
    'read outside': 'allow',
    'write inside': 'allow',
    'write outside': 'allow',
    destroy: 'allow',
    'command, read-only': 'allow',
    'command, other': 'allow',
    network: 'allow',
  },
}

const COMMAND_COLUMNS: Readonly<Record<CommandResource['effect'], Column>> = {
  'read-only': 'command, read-only',
  other: 'command, other',
  destroy: 'destroy',
  network: 'network',
  publish: 'network',
}

type Step = Because & { readonly verdict: Verdict }

/** Pure. The strictest touch decides; for each touch the first step that applies wins. */
export function decide(facts: Facts): Judgement {
  const touches = isJudgedByItsTouches(facts) ? facts.touches : [{ resource: null }, ...facts.touches]
  const trace = touches.map((touch) => forPerson(facts, judge(facts, touch)))
  const strictest =
    trace.find((step) => step.verdict === 'deny') ?? trace.find((step) => step.verdict === 'ask') ?? trace[0]
  if (strictest === undefined) throw new Error('a call has at least one touch')
  const { verdict, ...because } = strictest
  return { verdict, because, trace }
}

/**
 * Running a command or reaching the network is judged as such, whatever files the call names besides; a call that
 * touches nothing is judged by its effect.
 */
function isJudgedByItsTouches({ effect, touches }: Facts): boolean {
  if (touches.length === 0) return false
  if (effect !== 'execute' && effect !== 'network') return true
  return touches.some(({ resource }) => resource === null || resource.kind !== 'path')
}

function judge(facts: Facts, touch: Touch): Step {
  return refused(facts, touch) ?? settled(facts, touch) ?? byDefault(facts, touch)
}

/** Steps 1 to 3: nothing outweighs these. */
function refused(facts: Facts, { resource, denyRule }: Touch): Step | undefined {
  if (facts.isPaused) return deny('paused', 'upperhand is paused.')
  if (facts.isRunPaused === true) return deny('paused', 'A person paused this run.')
  if (!facts.isEnabled) return deny('disabled', `Tool ${facts.operation} is disabled.`)
  if (resource?.protection.class === 'floor')
    return deny('floor', resource.protection.reason ?? 'It belongs to upperhand itself.')
  if (denyRule !== undefined) return byRule(deny, 'deny_rule', denyRule, 'A rule denies it.')
  if (facts.permission === 'blocked') return deny('blocked', `Tool ${facts.operation} is blocked in this profile.`)
  if (facts.paths === 'projects' && resource?.kind === 'path' && resource.zone === 'outside') {
    return deny('ceiling', 'It is outside the registered projects.')
  }
  const column = columnOf(facts.effect, resource)
  if (DEFAULTS[facts.level][column] !== 'deny') return undefined
  if (facts.safeMode !== undefined) return deny('ceiling', `upperhand is in safe mode, read-only. ${facts.safeMode}`)
  return deny('ceiling', `The level ${facts.level} does not allow it (${column}).`)
}

/** Steps 4 to 7: a person's word about this call, from the most to the least specific. */
function settled(facts: Facts, { resource, askRule, allowRule, grant }: Touch): Step | undefined {
  if (facts.isApprovedOnce) return allow('approved_once', 'A person approved this very call.')
  if (resource?.protection.class === 'critical') {
    const reason = resource.protection.reason ?? 'It is critical.'
    return facts.confirms === 'caller'
      ? allow('caller_confirms', `${reason} The calling program confirms.`)
      : ask('critical', reason)
  }
  if (askRule !== undefined && !(grant !== undefined && grant.createdAt > askRule.createdAt)) {
    return byRule(ask, 'ask_rule', askRule, 'A rule asks for it.')
  }
  if (facts.permission === 'confirm' && !(grant !== undefined && grant.createdAt > facts.permissionSince)) {
    return ask('confirm', `Tool ${facts.operation} asks before every call in this profile.`)
  }
  if (grant !== undefined) return allow('grant', 'A person granted it.', grant.id)
  if (allowRule !== undefined) return byRule(allow, 'allow_rule', { ...allowRule, message: null }, 'A rule allows it.')
  if (facts.permission === 'allowed') return allow('allowed', `Tool ${facts.operation} is allowed in this profile.`)
  if (facts.autoApproves) return allow('auto_approve', `Tool ${facts.operation} is approved automatically.`)
  return undefined
}

/** Step 8. */
function byDefault(facts: Facts, { resource }: Touch): Step {
  const column = columnOf(facts.effect, resource)
  const verdict = DEFAULTS[facts.level][column]
  if (verdict === 'allow') return allow('default', `The level ${facts.level} allows it (${column}).`)
  if (facts.confirms === 'caller') return allow('caller_confirms', 'The calling program confirms.')
  return ask('default', reasonToAsk(column))
}

function forPerson(facts: Facts, step: Step): Step {
  return facts.isPerson && step.verdict === 'ask' ? allow('person', 'A person made this call.') : step
}

function columnOf(effect: Effect, resource: Resource | null): Column {
  if (resource?.kind === 'path')
    return resource.access === 'destroy' ? 'destroy' : `${resource.access} ${resource.zone}`
  if (resource?.kind === 'command') return COMMAND_COLUMNS[resource.effect]
  if (resource?.kind === 'url') return 'network'
  switch (effect) {
    case 'read':
      return 'read inside'
    case 'write':
      return 'write inside'
    case 'destroy':
      return 'destroy'
    case 'execute':
      return 'command, other'
    case 'network':
      return 'network'
  }
}

function reasonToAsk(column: Column): string {
  switch (column) {
    case 'read outside':
      return 'It reads outside the working directory.'
    case 'write outside':
      return 'It writes outside the working directory.'
    case 'destroy':
      return 'It deletes or replaces something.'
    case 'network':
      return 'It reaches the network.'
    default:
      return 'It runs a command that can change things.'
  }
}

function byRule(make: typeof allow, name: Because['step'], rule: RuleFact, otherwise: string): Step {
  return { ...make(name, rule.message ?? otherwise, rule.id), rule: rule.text }
}

const step =
  (verdict: Verdict) =>
  (name: Because['step'], reason: string, source?: string): Step => ({
    verdict,
    step: name,
    reason,
    ...(source === undefined ? {} : { source }),
  })
const allow = step('allow')
const ask = step('ask')
const deny = step('deny')
