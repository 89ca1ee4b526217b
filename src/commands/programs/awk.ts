import { type Draft, isUnknown, runsCode } from '../draft.ts'
import type { Arguments } from '../flags.ts'

const SCRIPT_MAX = 4_096
const STRINGS = /"(?:[^"\\\n]|\\.)*"/g

/** An awk program can run commands and write files; only one that certainly does neither is read-only. */
export function checkAwk(draft: Draft, { flags, operands }: Arguments): void {
  if (flags.some(({ name }) => name === '-f' || name === '--file')) {
    isUnknown(draft, 'runs-script', 'It runs a script that is not looked into.')
    return
  }
  const [program] = operands
  if (program === undefined) return
  if (program.value === null || program.value.length > SCRIPT_MAX) {
    isUnknown(draft, 'unknown-script', 'What its program does cannot be known.', program)
    return
  }
  // Next to a pattern like /"/ nobody can tell where a string begins.
  const hasPattern = /[/\\]/.test(program.value)
  const code = hasPattern ? program.value : program.value.replaceAll(STRINGS, '""')
  if (
    /\b(?:system|getline|close|fflush|ENVIRON|ARGV|ARGC|SYMTAB|FUNCTAB|PROCINFO)\b|@/.test(program.value) ||
    code.replaceAll('||', '').includes('|')
  ) {
    runsCode(draft, 'inline-code', 'Its program may run commands.', program)
  } else if (/>/.test(code.replaceAll('>=', '')) && /\{|\bprintf?\b/.test(code)) {
    runsCode(draft, 'inline-code', 'Its program may write files.', program)
  }
}
