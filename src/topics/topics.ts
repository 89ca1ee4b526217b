import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { TopicView } from '../contract/memory.ts'
import type { Database } from '../storage/database.ts'

/** Subjects that people share among runs: whoever is attached has its memories. Only people make and attach. */
export interface Topics {
  readonly list: () => TopicView[]
  /** By id or name. Throws NOT_FOUND when there is none. */
  readonly find: (given: string) => TopicView
  readonly add: (name: string, description: string) => TopicView
  readonly change: (
    id: string,
    change: { readonly name?: string | undefined; readonly description?: string | undefined },
  ) => TopicView
  /** Its memories stay, and are seen by people only. */
  readonly remove: (id: string) => void
  /** A conversation has one topic at most; another one is replaced. */
  readonly attach: (id: string, runId: string) => void
  readonly detach: (id: string, runId: string) => void
  /** The conversations that are attached to it. */
  readonly ownersOf: (id: string) => readonly string[]
  readonly topicOf: (owner: string) => { readonly id: string; readonly name: string } | null
}

interface Parts {
  readonly database: Database
  /** The conversation a run belongs to, together with its credential; undefined for a run that is not known. */
  readonly ownerOfRun: (runId: string) => string | undefined
  readonly onChange: () => void
  readonly clock: Clock
  readonly newId: NewId
}

interface TopicRow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly created_at: number
}

export function createTopics({ database, ownerOfRun, onChange, clock, newId }: Parts): Topics {
  const all = database.prepare('select * from topic order by name')
  const one = database.prepare('select * from topic where id = ? or name = ?')
  const insert = database.prepare('insert into topic (id, name, description, created_at) values (?, ?, ?, ?)')
  const update = database.prepare('update topic set name = ?, description = ? where id = ?')
  const drop = database.prepare('delete from topic where id = ?')
  const runs = database.prepare('select run from topic_run where topic = ? order by at, run')
  const owners = database.prepare('select owner from topic_run where topic = ? order by at, owner')
  const join = database.prepare('insert or replace into topic_run (owner, topic, run, at) values (?, ?, ?, ?)')
  const leave = database.prepare('delete from topic_run where owner = ? and topic = ?')
  const leaveAll = database.prepare('delete from topic_run where topic = ?')
  const attached = database.prepare(
    'select topic.id, topic.name from topic_run join topic on topic.id = topic_run.topic where topic_run.owner = ?',
  )

  const toView = ({ id, name, description, created_at }: TopicRow): TopicView => ({
    id,
    name,
    description,
    createdAt: created_at,
    runs: (runs.all(id) as { run: string }[]).map(({ run }) => run),
  })
  const find = (given: string): TopicView => {
    const row = one.get(given, given) as unknown as TopicRow | undefined
    if (row === undefined) {
      throw new HostError('NOT_FOUND', `There is no topic ${given}.`, { hint: 'See all: upperhand topic ls' })
    }
    return toView(row)
  }
  const requireFree = (name: string, except?: string): void => {
    const row = one.get(name, name) as unknown as TopicRow | undefined
    if (row !== undefined && row.id !== except) throw new HostError('CONFLICT', `There is a topic ${name} already.`)
  }
  const ownerOf = (runId: string): string => {
    const owner = ownerOfRun(runId)
    if (owner !== undefined) return owner
    throw new HostError('NOT_FOUND', `There is no run ${runId}.`, { hint: 'See all: upperhand status' })
  }
  const changing = <T>(work: () => T): T => {
    const result = database.transaction(work)
    onChange()
    return result
  }

  return {
    list: () => (all.all() as unknown as TopicRow[]).map(toView),
    find,
    add: (name, description) =>
      changing(() => {
        requireFree(name)
        const id = newId('topic')
        insert.run(id, name, description, clock.now())
        return find(id)
      }),
    change: (id, change) =>
      changing(() => {
        const known = find(id)
        const name = change.name ?? known.name
        requireFree(name, known.id)
        update.run(name, change.description ?? known.description, known.id)
        return find(known.id)
      }),
    remove: (id) =>
      changing(() => {
        const known = find(id)
        leaveAll.run(known.id)
        drop.run(known.id)
      }),
    attach: (id, runId) => changing(() => void join.run(ownerOf(runId), find(id).id, runId, clock.now())),
    detach: (id, runId) =>
      changing(() => {
        const { changes } = leave.run(ownerOf(runId), find(id).id)
        if (changes === 0) throw new HostError('NOT_FOUND', `${runId} is not attached to this topic.`)
      }),
    ownersOf: (id) => (owners.all(id) as { owner: string }[]).map(({ owner }) => owner),
    topicOf: (owner) => (attached.get(owner) as { id: string; name: string } | undefined) ?? null,
  }
}
