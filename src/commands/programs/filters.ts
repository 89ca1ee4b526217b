import { type Draft, isUnknown } from '../draft.ts'
import type { Arguments } from '../flags.ts'

const SCRIPT_MAX = 4_096

/** Filters of jq and yq are harmless unless they reach for the environment or for other files. */
export function checkFilter(draft: Draft, { flags, operands }: Arguments): void {
  if (flags.some(({ name }) => name === '-f' || name === '--from-file')) {
    isUnknown(draft, 'runs-script', 'It runs a script that is not looked into.')
    return
  }
  const [filter] = operands
  if (filter === undefined) return
  if (filter.value === null || filter.value.length > SCRIPT_MAX) {
    isUnknown(draft, 'unknown-script', 'What its filter does cannot be known.', filter)
    return
  }
  if (/\benv\b|\$ENV|\bstrenv\b|\benvsubst\b/.test(filter.value)) {
    isUnknown(draft, 'prints-environment', 'It reads the environment, which may hold secrets.', filter)
  }
  if (/\b(?:import|include|eval|exec|system)\b|load/.test(filter.value)) {
    isUnknown(draft, 'unknown-script', 'Its filter reaches beyond its input.', filter)
  }
}
