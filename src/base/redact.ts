/** The one place where secrets are taken out of what we store, log or stream. Structure is kept; only values change. */
export interface Redact {
  readonly text: (text: string) => string
  readonly value: <T>(value: T) => T
  /** Only the registered secrets: for results, where a guess by shape would damage what an agent reads and writes back. */
  readonly known: <T>(value: T) => T
  /** Registers an exact secret, for example our own token. */
  readonly know: (secret: string) => void
}

const MASK = '[redacted]'
const SECRET_MIN_CHARS = 8

/** `hint` is a cheap test that has to hold before the expensive one is tried: most texts hold no secret. */
interface Shape {
  readonly hint: RegExp | string
  readonly pattern: RegExp
  /** What stays: `$1` keeps a name or scheme in front of the value. */
  readonly keep: '' | '$1'
}

/** A word boundary in front keeps `task-manager` and the like untouched. */
const SHAPES: readonly Shape[] = [
  { hint: 'uht_', pattern: /(?<![A-Za-z0-9_-])uht_[A-Za-z0-9_-]{43}/g, keep: '' },
  { hint: 'gh', pattern: /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,}/g, keep: '' },
  { hint: 'github_pat_', pattern: /\bgithub_pat_[A-Za-z0-9_]{22,}/g, keep: '' },
  { hint: 'glpat-', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g, keep: '' },
  { hint: 'npm_', pattern: /\bnpm_[A-Za-z0-9]{36}/g, keep: '' },
  { hint: 'sk-', pattern: /(?<![A-Za-z0-9_-])sk-(?:ant-|proj-|live-|test-)?[A-Za-z0-9_-]{20,}/g, keep: '' },
  { hint: 'k_', pattern: /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}/g, keep: '' },
  { hint: 'xox', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, keep: '' },
  { hint: /A[KS]IA/, pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, keep: '' },
  { hint: 'AIza', pattern: /\bAIza[A-Za-z0-9_-]{35}/g, keep: '' },
  { hint: 'eyJ', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, keep: '' },
  {
    hint: 'PRIVATE KEY',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    keep: '',
  },
  { hint: /bearer|basic/i, pattern: /(\b(?:Bearer|Basic)\s+)[A-Za-z0-9+/._~=-]{16,}/gi, keep: '$1' },
  { hint: '://', pattern: /(:\/\/[^\s:/@]{1,256}:)[^\s@/]{3,256}(?=@)/g, keep: '$1' },
  {
    hint: /passw|secret|key|token/i,
    pattern:
      /(\b[\w-]{0,64}(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token|private[_-]?key)["']?\s{0,8}[=:]\s{0,8}["']?)[^\s"',;&]{4,}/gi,
    keep: '$1',
  },
]

const SECRET_KEYS =
  /^(?:.*[_-])?(?:password|passwd|secret|api[_-]?key|apikey|token|access[_-]?token|auth[_-]?token|authorization|private[_-]?key|cookie)$/i

export function createRedact(): Redact {
  const known = new Set<string>()

  const maskKnown = (input: string): string => {
    let output = input
    for (const secret of known) if (output.includes(secret)) output = output.replaceAll(secret, MASK)
    return output
  }

  const text = (input: string): string => {
    if (input.length < SECRET_MIN_CHARS) return input
    let output = maskKnown(input)
    for (const { hint, pattern, keep } of SHAPES) {
      const isLikely = typeof hint === 'string' ? output.includes(hint) : hint.test(output)
      if (isLikely) output = output.replace(pattern, `${keep}${MASK}`)
    }
    return output
  }

  const full = (input: string, key: string): string => (input !== '' && SECRET_KEYS.test(key) ? MASK : text(input))

  return {
    text,
    known: <T>(value: T) => mapTexts(value, '', maskKnown) as T,
    value: <T>(value: T) => mapTexts(value, '', full) as T,
    know: (secret) => {
      if (secret.length >= SECRET_MIN_CHARS) known.add(secret)
    },
  }
}

/** The same structure with every text, and every key, passed through `map`. */
function mapTexts(value: unknown, key: string, map: (text: string, key: string) => string): unknown {
  if (typeof value === 'string') return map(value, key)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, key, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [map(name, ''), mapTexts(item, name, map)]))
}
