import { HostError } from '../base/host-error.ts'
import type { Caller } from '../contract/run.ts'

/** Where projects keep what agents should know. */
const NAMES = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md'] as const

export interface InstructionFiles {
  /** Those of the caller's working directory. */
  readonly find: (caller: Caller) => readonly string[]
  /** One of them, or all; read as the caller would read it. */
  readonly read: (caller: Caller, name?: string) => Promise<string>
}

interface Parts {
  readonly isThere: (caller: Caller, name: string) => boolean
  readonly read: (caller: Caller, name: string) => Promise<string>
}

export function createInstructionFiles({ isThere, read }: Parts): InstructionFiles {
  const find = (caller: Caller) => NAMES.filter((name) => isThere(caller, name))
  return {
    find,
    read: async (caller, wanted) => {
      const found: readonly string[] = find(caller)
      if (wanted !== undefined && wanted !== '' && !found.includes(wanted)) {
        const there = found.length === 0 ? 'There are none.' : `There are: ${found.join(', ')}.`
        throw new HostError('NOT_FOUND', 'There is no such file of instructions here.', { hint: there })
      }
      const names = wanted === undefined || wanted === '' ? found : [wanted]
      const texts = await Promise.all(names.map(async (name) => `# ${name}\n\n${await read(caller, name)}`))
      return texts.join('\n\n')
    },
  }
}
