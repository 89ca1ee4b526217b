import { posix } from 'node:path'
import type { CommandPart, CommandReason } from '../contract/commands.ts'

const FORK_BOMB = /([^\s(){};&|]{1,64})[ \t]*\([ \t]*\)\s{0,20}[{(][^{}]{0,200}\|[ \t]*\1[ \t]*&/

/** What only shows when the parts are seen together. */
export function checkAcross(text: string, parts: readonly CommandPart[]): CommandPart[] {
  const isBomb = FORK_BOMB.test(text)
  const downloads = new Set<string>()
  return parts.map((part) => {
    const runs = part.reasons.some(({ code }) => code === 'runs-script' || code === 'local-program')
    const found: CommandReason[] = []
    if (isBomb)
      found.push(critical(part, 'fork-bomb', 'It starts itself again and again until the machine stands still.'))
    if (runs && written(part, 'read').some((path) => downloads.has(path))) {
      found.push(critical(part, 'download-to-interpreter', 'It runs what was downloaded just before.'))
    }
    if (part.effects.includes('network')) for (const path of written(part, 'write')) downloads.add(path)
    return found.length === 0 ? part : { ...part, ...strict(part), reasons: [...found, ...part.reasons] }
  })
}

function strict({ verdict }: CommandPart): Pick<CommandPart, 'risk' | 'verdict'> {
  return { risk: 'critical', verdict: verdict === 'read-only' ? 'other' : verdict }
}

function written({ paths }: CommandPart, access: 'read' | 'write'): string[] {
  return paths.flatMap((one) => (one.access === access && one.path !== null ? [posix.normalize(one.path)] : []))
}

function critical({ span }: CommandPart, code: string, text: string): CommandReason {
  return { code, text, risk: 'critical', span }
}
