export const EFFECTS = ['read', 'write', 'destroy', 'execute', 'network'] as const
export type Effect = (typeof EFFECTS)[number]

export const RISKS = ['low', 'medium', 'high', 'critical'] as const
export type Risk = (typeof RISKS)[number]

/** Risk is told by shape, word and colour, so that nobody needs any one of them. */
export const RISK_SHAPES: Readonly<Record<Risk, string>> = { low: '◇', medium: '◆', high: '▲', critical: '⛔' }

export type RateClass = 'read' | 'write' | 'execute'

interface EffectTraits {
  readonly risk: Risk
  readonly rateClass: RateClass
  readonly securityLevel: 'Safe' | 'Standard' | 'Elevated'
  /** Only what differs from what a client assumes anyway: every word costs tokens in every list. */
  readonly annotations: Readonly<Record<string, boolean>>
}

/** What follows from an effect. Nothing about risk or annotations is written anywhere else. */
export const EFFECT_TRAITS: Readonly<Record<Effect, EffectTraits>> = {
  read: {
    risk: 'low',
    rateClass: 'read',
    securityLevel: 'Safe',
    annotations: { readOnlyHint: true, idempotentHint: true },
  },
  write: {
    risk: 'medium',
    rateClass: 'write',
    securityLevel: 'Standard',
    annotations: { destructiveHint: false },
  },
  destroy: {
    risk: 'high',
    rateClass: 'write',
    securityLevel: 'Elevated',
    annotations: { destructiveHint: true },
  },
  execute: {
    risk: 'high',
    rateClass: 'execute',
    securityLevel: 'Elevated',
    annotations: { destructiveHint: true, openWorldHint: true },
  },
  network: {
    risk: 'medium',
    rateClass: 'execute',
    securityLevel: 'Elevated',
    annotations: { openWorldHint: true },
  },
}

const FROM_MILD_TO_STRICT: readonly Effect[] = ['read', 'network', 'write', 'destroy', 'execute']

/** The strictest of several effects, for a tool that groups operations. */
export function strictestEffect(effects: readonly Effect[]): Effect {
  const rank = (effect: Effect) => FROM_MILD_TO_STRICT.indexOf(effect)
  return effects.reduce((worst, effect) => (rank(effect) > rank(worst) ? effect : worst), 'read')
}
