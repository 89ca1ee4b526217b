import { Hono } from 'hono'
import type { Clock } from '../../../base/clock.ts'
import type { HttpEnv } from '../http-env.ts'
import { STATUS_POLICY, statusPage, strangerPage } from '../pages/status-page.ts'
import type { ApprovalService } from './approvals.ts'
import type { CallHistory } from './calls.ts'
import type { MachineService } from './machine.ts'

interface Parts {
  readonly machine: MachineService
  readonly approvals: ApprovalService
  readonly history: CallHistory
  readonly clock: Clock
}

const RECENT_CALLS = 20

export function homeRoute({ machine, approvals, history, clock }: Parts) {
  return new Hono<HttpEnv>().get('/', (c) => {
    c.header('Content-Security-Policy', STATUS_POLICY)
    if (c.env.principal?.kind !== 'person') return c.html(strangerPage())
    const overview = {
      status: machine.status(),
      pending: approvals.list('pending'),
      recent: history.list({ limit: RECENT_CALLS }),
      now: clock.now(),
    }
    return c.html(statusPage(overview))
  })
}
