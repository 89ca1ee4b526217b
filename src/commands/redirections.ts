import { because, type Draft } from './draft.ts'
import type { Redirected } from './lex-command.ts'
import { touch } from './touch.ts'

const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/]+)/

/** Where input comes from and output goes to. */
export function checkRedirection(draft: Draft, { operator, target: given }: Redirected): void {
  // Some shells open one file for each choice in braces.
  const isSeveral = /\{.*(?:,|\.\.).*\}/s.test(given.raw)
  const target = { ...given, value: isSeveral ? null : given.value === '-' ? './-' : given.value }
  const socket = SOCKET.exec(target.prefix)
  if (socket !== null) {
    draft.effects.add('network')
    if (target.value !== null) draft.hosts.add(socket[1] ?? '')
    because(draft, 'critical', 'socket', 'It opens a network connection through the shell.', target)
    return
  }
  switch (operator) {
    case '<<':
    case '<<-':
    case '<<<':
      return
    case '<':
      touch(draft, target, 'read')
      return
    case '<&':
    case '>&':
      if (/^(?:\d+|-)$/.test(given.raw)) return
      // Shells read numbers and quotes here in their own way.
      touch(
        draft,
        /^[\d-]|['"\\]/.test(given.raw) ? { ...target, value: null } : target,
        operator === '<&' ? 'read' : 'write',
      )
      return
    case '<>':
      touch(draft, target, 'read')
      touch(draft, target, 'write')
      return
    default:
      touch(draft, target, 'write')
      return
  }
}
