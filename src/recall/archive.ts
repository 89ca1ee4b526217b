import { wordsOf } from '../base/words.ts'
import type { ArchivedMessage } from '../contract/recall.ts'
import type { Database } from '../storage/database.ts'
import type { Entry } from './index-store.ts'
import type { RunFacts } from './take-in.ts'

interface NewArchive extends RunFacts {
  readonly id: string
  readonly at: number
  readonly client: string
}

export interface Archive {
  readonly add: (archive: NewArchive, messages: readonly ArchivedMessage[]) => string
  /** In the form in which they are looked through. */
  readonly after: (number: number) => readonly Entry[]
  readonly prune: (before: number) => void
}

interface Row {
  readonly number: number
  readonly id: string
  readonly at: number
  readonly principal: string
  readonly owner: string
  readonly client: string
  readonly summary: string
  readonly messages: string
}

const SUMMARY_CHARS = 200
const MESSAGES = 5
const MESSAGE_CHARS = 500
const TOPICS = 5
const TOPIC_CHARS = 4

/** Messages that were taken out of a context are kept here first: nothing is lost silently. */
export function createArchive(database: Database): Archive {
  const insert = database.prepare(
    'insert into archive (id, at, principal, owner, client, summary, messages) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const after = database.prepare('select * from archive where number > ? order by number limit 1000')
  const remove = database.prepare('delete from archive where at < ?')
  return {
    add: ({ id, at, principal, owner, client }, messages) => {
      insert.run(id, at, principal, owner, client, summaryOf(messages), JSON.stringify(messages))
      return id
    },
    after: (number) =>
      (after.all(number) as unknown as Row[]).map((row) => ({
        id: row.id,
        kind: 'conversation',
        seq: row.number,
        at: row.at,
        principal: row.principal,
        owner: row.owner,
        client: row.client,
        operation: 'conversation',
        title: row.summary,
        // Written by us alone, above.
        text: excerpt(JSON.parse(row.messages) as ArchivedMessage[]),
      })),
    prune: (before) => {
      remove.run(before)
    },
  }
}

/** What was asked first and answered first, and the words that come most often. */
function summaryOf(messages: readonly ArchivedMessage[]): string {
  const first = (role: string) =>
    (messages.find((message) => message.role === role)?.content ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, SUMMARY_CHARS)
  const counts = new Map<string, number>()
  for (const word of messages.flatMap(({ content }) => wordsOf(content))) {
    if (word.length > TOPIC_CHARS) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const topics = [...counts].sort((a, b) => b[1] - a[1]).slice(0, TOPICS)
  return [first('user'), first('assistant'), topics.map(([word]) => word).join(', ')]
    .filter((part) => part !== '')
    .join(' \u00b7 ')
}

function excerpt(messages: readonly ArchivedMessage[]): string {
  return messages
    .slice(0, MESSAGES)
    .map(({ role, content }) => `${role}: ${content.slice(0, MESSAGE_CHARS)}`)
    .join('\n')
}
