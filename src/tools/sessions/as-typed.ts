import type { SessionView } from '../../contract/terminals.ts'

/** In a terminal the Enter key is a carriage return; a pipe gets what was given. */
export function asTyped({ kind }: Pick<SessionView, 'kind'>, input: string, enter = false): string {
  if (kind === 'pipe') return enter ? `${input}\n` : input
  const keys = input.replace(/\r\n|\n/g, '\r')
  return enter ? `${keys}\r` : keys
}
