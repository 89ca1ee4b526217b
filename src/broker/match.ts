import { createContext, Script } from 'node:vm'
import { HostError } from '../base/host-error.ts'

const PATIENCE_MS = 100
const WORK_MS = 200
const script = new Script('expression.exec(text)?.[0]')

/** The first match, or undefined. An expression that takes too long is refused: it would stop everybody else. */
export function firstMatch(expression: RegExp, text: string): string | undefined {
  sandbox.expression = expression
  sandbox.text = text
  const before = process.cpuUsage()
  for (;;) {
    try {
      const found: unknown = script.runInContext(context, { timeout: PATIENCE_MS })
      return typeof found === 'string' ? found : undefined
    } catch (cause) {
      // On a busy machine the time may have passed without us; only our own work counts.
      if (workedMs(before) < WORK_MS) continue
      throw new HostError('INVALID_PARAMETERS', `The pattern ${expression.source} takes too long.`, {
        hint: 'Use a simpler one, without nested repetition.',
        cause,
      })
    }
  }
}

function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

const sandbox: { expression: RegExp; text: string } = { expression: /(?:)/, text: '' }
const context = createContext(sandbox)

export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'm')
  } catch (cause) {
    throw new HostError('INVALID_PARAMETERS', `"${pattern}" is not a regular expression.`, {
      hint: 'Escape ( ) [ ] . * + ? with a backslash to mean the characters themselves.',
      cause,
    })
  }
}
