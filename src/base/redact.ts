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

/** Shapes of well-known credentials. A word boundary in front keeps `task-manager` and the like untouched. */
const SHAPES: readonly RegExp[] = [
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,}/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{36}/g,
  /(?<![A-Za-z0-9_-])sk-(?:ant-|proj-|live-|test-)?[A-Za-z0-9_-]{20,}/g,
  /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

/** Keep the name or scheme (first group), mask only the value. */
const LABELLED: readonly RegExp[] = [
  /(\b(?:Bearer|Basic)\s+)[A-Za-z0-9+/._~=-]{16,}/gi,
  /([a-z][a-z0-9+.-]*:\/\/[^\s:/@]+:)[^\s@/]{3,}(?=@)/gi,
  /(\b[\w-]*(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token|private[_-]?key)["']?\s*[=:]\s*["']?)[^\s"',;&]{4,}/gi,
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
    let output = maskKnown(input)
    for (const shape of SHAPES) output = output.replace(shape, MASK)
    for (const shape of LABELLED) output = output.replace(shape, `$1${MASK}`)
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
