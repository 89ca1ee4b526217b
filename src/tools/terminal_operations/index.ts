import type { Files } from '../../files/files.ts'
import type { Toolset } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { closeSession } from './close-session.ts'
import { createDirectory } from './create-directory.ts'
import { createSession } from './create-session.ts'
import { getHistory } from './get-history.ts'
import { getLastCommand } from './get-last-command.ts'
import { getOutput } from './get-output.ts'
import { getTerminalBuffer } from './get-terminal-buffer.ts'
import { getTerminalOutput } from './get-terminal-output.ts'
import { getTerminalSelection } from './get-terminal-selection.ts'
import { listSessions } from './list-sessions.ts'
import { resizeSession } from './resize-session.ts'
import { runCommand } from './run-command.ts'
import { sendInput } from './send-input.ts'

export const terminalOperationsToolset = (services: {
  readonly sessions: Sessions
  readonly files: Files
}): Toolset => ({
  name: 'terminal_operations',
  title: 'Terminal Operations',
  summary: 'Commands and terminals. Without session_id: your own terminal, which lives on between calls.',
  category: 'terminal',
  shape: 'grouped',
  operations: [
    runCommand(services),
    getTerminalOutput(services),
    getTerminalBuffer(services),
    getLastCommand(services),
    getTerminalSelection(services),
    createDirectory(services),
    createSession(services),
    sendInput(services),
    getOutput(services),
    getHistory(services),
    resizeSession(services),
    listSessions(services),
    closeSession(services),
  ],
})
