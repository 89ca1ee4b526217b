import type { Toolset } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { shellExec } from './shell-exec.ts'
import { shellReadOutput } from './shell-read-output.ts'
import { shellSendInput } from './shell-send-input.ts'
import { shellStartSession } from './shell-start-session.ts'
import { shellStopSession } from './shell-stop-session.ts'

export const shellToolset = (services: { readonly sessions: Sessions }): Toolset => ({
  name: 'shell',
  title: 'Shell Tools',
  summary: 'Commands and long-running sessions.',
  category: 'shell',
  shape: 'flat',
  operations: [
    shellExec(services),
    shellStartSession(services),
    shellSendInput(services),
    shellStopSession(services),
    shellReadOutput(services),
  ],
})
