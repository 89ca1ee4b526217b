export const EFFECTS = ['read', 'write', 'destroy', 'execute', 'network'] as const
export type Effect = (typeof EFFECTS)[number]

export const RISKS = ['low', 'medium', 'high', 'critical'] as const
export type Risk = (typeof RISKS)[number]

export type RateClass = 'read' | 'write' | 'execute'

interface EffectTraits {
  readonly risk: Risk
  readonly rateClass: RateClass
  readonly securityLevel: 'Safe' | 'Standard' | 'Elevated'
  readonly annotations: Readonly<Record<string, boolean>>
}

/** What follows from an effect. Nothing about risk or annotations is written anywhere else. */
export const EFFECT_TRAITS: Readonly<Record<Effect, EffectTraits>> = {
  read: {
    risk: 'low',
    rateClass: 'read',
    securityLevel: 'Safe',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  },
  write: {
    risk: 'medium',
    rateClass: 'write',
    securityLevel: 'Standard',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  destroy: {
    risk: 'high',
    rateClass: 'write',
    securityLevel: 'Elevated',
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  },
  execute: {
    risk: 'high',
    rateClass: 'execute',
    securityLevel: 'Elevated',
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
  network: {
    risk: 'medium',
    rateClass: 'execute',
    securityLevel: 'Elevated',
    annotations: { readOnlyHint: false, openWorldHint: true },
  },
}

/** The strictest of several effects, for a tool that groups operations. */
export function strictestEffect(effects: readonly Effect[]): Effect {
  return effects.reduce((worst, effect) => (EFFECTS.indexOf(effect) > EFFECTS.indexOf(worst) ? effect : worst), 'read')
}
