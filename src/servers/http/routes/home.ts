import type { Clock } from '../../../base/clock.ts'
import { consoleDirectory } from '../console/console-directory.ts'
import { createConsoleFiles } from '../console/console-files.ts'
import type { HttpContext } from '../http-env.ts'
import { STATUS_POLICY, statusPage, strangerPage } from '../pages/status-page.ts'
import type { ApprovalService } from './approvals.ts'
import type { CallHistory } from './calls.ts'
import { consoleRoutes } from './console.ts'
import type { MachineService } from './machine.ts'

interface Parts {
  readonly machine: MachineService
  readonly approvals: ApprovalService
  readonly history: CallHistory
  readonly clock: Clock
  /** Where the built console is. */
  readonly consoleDirectory?: string | undefined
}

const RECENT_CALLS = 20

/** The console; a plain status page where it was not built. */
export function homeRoute({ machine, approvals, history, clock, consoleDirectory: given }: Parts) {
  const plain = (c: HttpContext) => {
    c.header('Content-Security-Policy', STATUS_POLICY)
    if (c.env.principal?.kind !== 'person') return c.html(strangerPage())
    const overview = {
      status: machine.status(),
      pending: approvals.list('pending'),
      recent: history.list({ limit: RECENT_CALLS }),
      now: clock.now(),
    }
    return c.html(statusPage(overview))
  }
  return consoleRoutes(createConsoleFiles(given ?? consoleDirectory()), plain)
}
