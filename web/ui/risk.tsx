import { RISK_SHAPES, type Risk } from '../../src/contract/effects.ts'
import { Chip, type Tone } from './chip.tsx'

const TONES: Readonly<Record<Risk, Tone>> = { low: 'plain', medium: 'warn', high: 'high', critical: 'bad' }

/** Shape, word and colour: each is enough. */
export function RiskBadge({ risk }: { readonly risk: Risk }) {
  return (
    <Chip tone={TONES[risk]} className="uppercase tracking-wide">
      <span aria-hidden="true">{RISK_SHAPES[risk]}</span>
      {risk}
      <span className="sr-only"> risk</span>
    </Chip>
  )
}
