import { oneLine } from '../../base/visible.ts'
import type { CommandResource, Protection } from '../../contract/resources.ts'

const SHOWN_CHARS = 2_000

/** Input to a program as the gate sees it: a command of its own kind, alike for all keys to the same program. */
export function keysTo(program: string, input: string, protection: Protection = OPEN): CommandResource {
  return resource(`keys to ${program}: ${shownKeys(input)}`, ['keys', program], 'other', protection)
}

/** Keys that run nothing: an interrupt, the end of input, letters that are not entered yet. */
export function harmlessKeys(program: string, input: string): CommandResource {
  return resource(`keys to ${program}: ${shownKeys(input)}`, ['keys', program, 'harmless'], 'read-only', OPEN)
}

/** Something would be entered that nobody can name, so nobody can have allowed it before. */
export function blindKeys(program: string, input: string): CommandResource {
  return resource(`keys to ${program}: ${shownKeys(input)}`, ['keys', program, 'blind', input], 'other', {
    class: 'critical',
    reason: 'What is in the line of the terminal cannot be known. Ctrl-C empties it.',
  })
}

/** Starting a login shell runs nothing but the person’s own start-up files; what is typed into it is judged then. */
export function freshShell(shell: string): CommandResource {
  return resource(`a terminal with ${shell}`, ['terminal', shell], 'read-only', OPEN)
}

const OPEN: Protection = { class: 'none', reason: null }

function resource(
  text: string,
  identity: readonly string[],
  effect: CommandResource['effect'],
  protection: Protection,
): CommandResource {
  return {
    kind: 'command',
    text,
    program: null,
    subcommand: [],
    flags: [],
    operands: [],
    extras: [],
    isCertain: false,
    hosts: [],
    effect,
    protection,
    identity: JSON.stringify(identity),
  }
}

const KEY_SIGNS: Readonly<Record<string, string>> = { '\r': '⏎', '\n': '⏎', '\t': '⇥', '\u001b': '⎋', '\u007f': '⌫' }

/** Keys as people read them. */
export function shownKeys(input: string): string {
  const text = input
    .replaceAll('\r\n', '\n')
    .replace(/[\r\n\t\u001b\u007f]/g, (key) => KEY_SIGNS[key] ?? key)
    .replace(/[\u0001-\u001a]/g, (key) => `^${String.fromCharCode(key.charCodeAt(0) + 64)}`)
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}… (${text.length} characters)`
}

export function shownInput(input: string, chars: number): string {
  const line = input.replace(/[\r\n]+$/, '')
  return oneLine(shownKeys(line === '' ? input : line), chars)
}
