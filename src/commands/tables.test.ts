import { describe, expect, it } from 'vitest'
import { readArguments } from './flags.ts'
import { INTERPRETERS } from './interpreters.ts'
import type { Program } from './program.ts'
import { PROGRAMS } from './programs.ts'
import { WRAPPERS } from './wrapper.ts'

const ROLES = /^(?:(?:text|read|write|destroy|host|code)\*?(?: |$))*$/

describe('the tables', () => {
  it('are written in the notation of flags and operands', () => {
    for (const [name, program] of everyProgram(PROGRAMS)) {
      expect(() => readArguments([], program.flags ?? ''), name).not.toThrow()
      expect(program.operands ?? '', name).toMatch(ROLES)
    }
    for (const [name, flags] of INTERPRETERS) expect(() => readArguments([], flags), name).not.toThrow()
    for (const [name, wrapper] of WRAPPERS) {
      expect(() => readArguments([], wrapper.flags ?? ''), name).not.toThrow()
      expect(wrapper.operands ?? '', name).toMatch(ROLES)
    }
  })

  it('know at least 80 programs that can be read-only', () => {
    const reads = [...PROGRAMS].filter(([, program]) =>
      everyProgram(new Map([['', program]])).some(([, one]) => isReader(one)),
    )
    expect(reads.length).toBeGreaterThanOrEqual(80)
  })

  it('take about 40 wrappers off', () => {
    expect(WRAPPERS.size).toBeGreaterThanOrEqual(40)
  })
})

function isReader({ effects, reason, subcommands }: Program): boolean {
  return effects === undefined && reason === undefined && subcommands === undefined
}

function everyProgram(programs: ReadonlyMap<string, Program>): (readonly [string, Program])[] {
  return [...programs].flatMap(([name, program]) => [
    [name, program] as const,
    ...(program.alone === undefined ? [] : [[`${name} alone`, program.alone] as const]),
    ...(program.otherwise === undefined ? [] : [[`${name} otherwise`, program.otherwise] as const]),
    ...everyProgram(program.subcommands ?? new Map()),
  ])
}
