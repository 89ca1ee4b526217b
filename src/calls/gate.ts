import { type Approvals, createApprovals } from '../approvals/approvals.ts'
import { type Collaboration, createCollaboration } from '../approvals/collaboration.ts'
import { createGrants, type Grants } from '../approvals/grants.ts'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Limits } from '../base/limits.ts'
import type { Logger } from '../base/logger.ts'
import type { Redact } from '../base/redact.ts'
import type { MachineState } from '../contract/run.ts'
import type { Events } from '../events/events.ts'
import type { Results } from '../results/results.ts'
import type { ReadCommand } from '../rules/examples.ts'
import { createRules, type Rules } from '../rules/rules.ts'
import type { Database } from '../storage/database.ts'
import type { Catalog } from '../tools/catalog.ts'
import { createGateway } from './authorise.ts'
import type { Calls } from './calls.ts'
import { createExplain, type Explain } from './explain.ts'
import { createHistory, type History } from './history.ts'
import { createJudge } from './judge.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createLocks, type Locks } from './locks.ts'
import { createPastCalls } from './past-calls.ts'
import { createPipeline, type Preparation, prepareAgain } from './pipeline.ts'
import { createPrepareEdited } from './prepare-edited.ts'
import { createRates } from './rates.ts'
import { remember } from './remember.ts'
import { createRuleBook, type RuleBook } from './rule-book.ts'
import { createUnderWay, type UnderWay } from './under-way.ts'
import { createWiden } from './widen.ts'

export interface Gate {
  readonly calls: Calls
  readonly underWay: UnderWay
  readonly approvals: Approvals
  readonly collaboration: Collaboration
  readonly grants: Grants
  readonly rules: Rules
  readonly ledger: Ledger
  readonly locks: Locks
  readonly history: History
  readonly ruleBook: RuleBook
  readonly explain: Explain
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly limits: Limits
  /** The limits with what a profile changes about them. */
  readonly limitsFor: (profile: string) => Limits
  readonly redact: Redact
  readonly log: Logger
  readonly results: Results
  readonly machine: () => MachineState
  readonly preparation: Preparation
  /** Asked for late: operations need the approvals that are made here. */
  readonly catalog: () => Catalog
  readonly identityOf: (directory: string) => string
  readonly permissionsSince: () => number
  readonly consoleUrl: () => string
  /** Knows a command once `loadCommands` has been awaited. */
  readonly readCommand: ReadCommand
  readonly loadCommands: () => Promise<void>
}

/** Wires the gate: what asks, what decides, what records, and the one function that runs a tool. */
export function createGate(parts: Parts): Gate {
  const { database, events, clock, newId, limits, redact, preparation, identityOf } = parts
  const grants = createGrants({ database, events, clock, newId })
  const rules = createRules({ database, events, clock, newId, readCommand: parts.readCommand })
  const judge = createJudge({ machine: parts.machine, rules, grants, permissionsSince: parts.permissionsSince })
  const approvals = createApprovals({
    database,
    events,
    clock,
    newId,
    limits,
    onApproved: createWiden({ grants, rules, limits }),
    prepareEdited: createPrepareEdited({ catalog: parts.catalog, preparation, judge, identityOf }),
    remember: (value) => remember(value, redact),
  })
  const collaboration = createCollaboration({ approvals })
  const gateway = createGateway({
    judge,
    approvals,
    collaboration,
    identityOf,
    prepareAgain: prepareAgain(preparation),
  })
  const ledger = createLedger({ database, events, clock, newId, redact })
  const locks = createLocks()
  const underWay = createUnderWay()
  const calls = createPipeline({
    ...parts,
    underWay,
    gateway,
    approvals,
    grants,
    rules,
    ledger,
    locks,
    rates: createRates({ clock }),
  })
  return {
    calls,
    underWay,
    approvals,
    collaboration,
    grants,
    rules,
    ledger,
    locks,
    history: createHistory({ events }),
    ruleBook: createRuleBook({ rules, approvals, past: createPastCalls(events), loadCommands: parts.loadCommands }),
    explain: createExplain(preparation, judge),
    close: () => {
      approvals.close()
      rules.close()
    },
  }
}
