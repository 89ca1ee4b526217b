import type { Calls } from '../../calls/calls.ts'
import type { Gate } from '../../calls/gate.ts'
import type { StatusView } from '../../contract/status.ts'
import type { Events } from '../../events/events.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import type { Runs } from '../../runs/runs.ts'
import type { HttpServices } from './app.ts'

interface Parts {
  readonly gate: Gate
  readonly calls: Calls
  readonly profiles: Profiles
  readonly machine: Machine
  readonly runs: Runs
  readonly events: Events
  readonly activeProfile: () => string
  readonly facts: () => Pick<StatusView, 'version' | 'startedAt' | 'url' | 'mcpUrl' | 'dataDirectory'>
  readonly warnings: () => readonly string[]
  readonly shutdown: (by: string) => void
}

/** What the routes work on, made from the host's services. */
export function createHttpServices(parts: Parts): HttpServices {
  const { gate, calls, profiles, machine, runs, events, activeProfile, facts, warnings, shutdown } = parts
  const finished = countFinished(events)

  return {
    machine: {
      status: () => ({
        ...facts(),
        pid: process.pid,
        ...machine.state(),
        warnings: warnings(),
        activeProfile: activeProfile(),
        profiles: profiles.list().map(({ id, label, level, operations }) => ({ id, label, level, tools: operations })),
        pendingApprovals: gate.approvals.list('pending').length,
        runs: runs.count(),
      }),
      pause: machine.pause,
      resume: machine.resume,
      shutdown,
    },
    profiles: { ...profiles, activeId: activeProfile },
    approvals: { ...gate.approvals, candidates: gate.ruleBook.candidates },
    grants: gate.grants,
    rules: {
      ...gate.ruleBook,
      explain: ({ name, args, workdir, profile, client }, by) => {
        const place = runs.open({
          kind: 'person',
          credential: by,
          profile: profile ?? activeProfile(),
          client: 'person',
          workdir,
        })
        // Explained as for an agent: a person is never asked.
        return gate.explain(name, args, { ...place, isPerson: false, client: client ?? place.client })
      },
    },
    history: gate.history,
    callTool: ({ name, args, workdir, profile, principal, signal }) =>
      calls.call({
        name,
        args,
        signal,
        // Agents reach this route by a token that is theirs alone: the person's bit comes from the credential.
        caller: runs.open({
          kind: principal.kind === 'person' ? 'person' : 'stateless',
          credential: principal.credential,
          profile: profile ?? principal.profile ?? activeProfile(),
          client: principal.kind === 'person' ? 'person' : 'http',
          workdir,
        }),
      }),
    counters: () => ({ calls: Object.fromEntries(finished), pendingApprovals: gate.approvals.list('pending').length }),
  }
}

function countFinished(events: Events): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  events.subscribe(({ type, body }) => {
    if (type !== 'call.finished') return
    const state = String(body['state'])
    counts.set(state, (counts.get(state) ?? 0) + 1)
  })
  return counts
}
