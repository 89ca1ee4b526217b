const YES: ReadonlySet<string> = new Set(['yes', 'ok', 'proceed', 'approve', 'confirm'])
const NO: ReadonlySet<string> = new Set(['no', 'cancel', 'stop', 'deny'])

/** Only a whole message of a fixed list counts. "no way", "not ok" and "yes, but later" are text, not consent. */
export function consentOf(message: string): 'approve' | 'deny' | undefined {
  const word = message.trim().toLowerCase()
  if (YES.has(word)) return 'approve'
  if (NO.has(word)) return 'deny'
  return undefined
}
