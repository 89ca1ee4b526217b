import { createContext, Script } from 'node:vm'
import { HostError } from '../base/host-error.ts'

const PATIENCE_MS = 100
const script = new Script('expression.exec(text)?.[0]')

/** The first match, or undefined. An expression that takes too long is refused: it would stop everybody else. */
export function firstMatch(expression: RegExp, text: string): string | undefined {
  sandbox.expression = expression
  sandbox.text = text
  try {
    const found: unknown = script.runInContext(context, { timeout: PATIENCE_MS })
    return typeof found === 'string' ? found : undefined
  } catch (cause) {
    throw new HostError('INVALID_PARAMETERS', `The pattern ${expression.source} takes too long.`, {
      hint: 'Use a simpler one, without nested repetition.',
      cause,
    })
  }
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
