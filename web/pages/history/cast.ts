/** A recording as it is played: long pauses are shortened, so that nobody waits for a program that waited. */
export interface Cast {
  readonly cols: number
  readonly rows: number
  readonly steps: readonly CastStep[]
  /** Seconds. */
  readonly length: number
}

interface CastStep {
  readonly at: number
  readonly kind: 'o' | 'r'
  readonly text: string
}

const LONGEST_PAUSE = 2

export function parseCast(text: string): Cast {
  const [first = '{}', ...lines] = text.split('\n')
  const { width, height } = JSON.parse(first) as { width: number; height: number }
  let last = 0
  let at = 0
  const steps = lines.flatMap((line) => {
    const step = stepOf(line)
    if (step === undefined) return []
    at += Math.min(LONGEST_PAUSE, Math.max(0, step.at - last))
    last = step.at
    return [{ ...step, at }]
  })
  return { cols: width, rows: height, steps, length: at }
}

/** The last line of a recording that goes on may be half of one. */
function stepOf(line: string): CastStep | undefined {
  if (line === '') return undefined
  try {
    const [at, kind, text] = JSON.parse(line) as [number, string, string]
    return kind === 'o' || kind === 'r' ? { at, kind, text } : undefined
  } catch {
    return undefined
  }
}
