import type { CallState } from '../../../src/contract/calls.ts'
import { Chip, type Tone } from '../../ui/chip.tsx'

const TONES: Readonly<Record<CallState, Tone>> = {
  opened: 'plain',
  waiting: 'warn',
  running: 'accent',
  succeeded: 'good',
  failed: 'bad',
  denied: 'bad',
  expired: 'warn',
  cancelled: 'plain',
  pending: 'warn',
  unknown: 'high',
}
const WORDS: Partial<Record<CallState, string>> = { unknown: 'outcome unknown', pending: 'told to come back' }

export function CallStateChip({ state }: { readonly state: CallState }) {
  return (
    <Chip tone={TONES[state]} className="shrink-0 whitespace-nowrap">
      {WORDS[state] ?? state}
    </Chip>
  )
}
