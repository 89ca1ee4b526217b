import { beforeAll, describe, expect, it } from 'vitest'
import { type Analyse, createCommands } from '../../src/commands/commands.ts'
import type { CommandAnalysis, CommandVerdict } from '../../src/contract/commands.ts'
import type { Risk } from '../../src/contract/effects.ts'
import { createProtection } from '../../src/files/protection.ts'

export const HOME = '/home/me'
export const OWN = '/home/me/.local/share/upperhand'

/** `parts` are the programs in the order they are met; `codes` must be among the reasons. */
export type CommandRow = readonly [
  sentence: string,
  command: string,
  verdict: CommandVerdict | 'not parsed' | 'refused',
  risk: Risk,
  parts?: string | null,
  codes?: string,
]

let analyse: Analyse

/** For tests that look closer. Only after the tests have begun. */
export function analysed(command: string): CommandAnalysis {
  return analyse(command, { cwd: '/home/me/project', home: HOME, platform: 'linux' })
}

export function loadCommands(): void {
  beforeAll(async () => {
    const commands = createCommands({ protectionOf: createProtection(HOME), ownPaths: () => [OWN] })
    analyse = await commands.load()
  })
}

export function describeCommands(title: string, rows: readonly CommandRow[]): void {
  loadCommands()
  describe(title, () => {
    for (const [sentence, command, verdict, risk, parts, codes] of rows) {
      it(`${sentence}: ${JSON.stringify(command.slice(0, 100))}`, () => {
        const analysis = analysed(command)
        expect(shown(analysis)).toBe(`${verdict}, ${risk}`)
        if (parts != null) expect(programsOf(analysis)).toBe(parts)
        const found = analysis.reasons.map(({ code }) => code)
        expect(found).toEqual(expect.arrayContaining(codes?.split(' ') ?? []))
      })
    }

    it('has every command once', () => {
      expect(new Set(rows.map(([, command]) => command)).size).toBe(rows.length)
    })
  })
}

function shown({ isParsed, refusal, verdict, risk }: CommandAnalysis): string {
  return `${refusal !== null ? 'refused' : isParsed ? verdict : 'not parsed'}, ${risk}`
}

function programsOf({ parts }: CommandAnalysis): string {
  return parts.map(({ wrappers, program }) => [...wrappers, program ?? '-'].join('>')).join(' ')
}
