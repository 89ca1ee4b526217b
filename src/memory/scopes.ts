import { createHash } from 'node:crypto'
import type { MemoryScope } from '../contract/memory.ts'
import { type Caller, ownerOf } from '../contract/run.ts'

/** The topic that a caller's conversation is attached to. */
export type TopicOf = (owner: string) => { readonly id: string; readonly name: string } | null

/** What a caller can see, the nearest first. */
export interface CallerScopes {
  readonly run: MemoryScope
  readonly project: MemoryScope
  readonly topic: MemoryScope | null
  /** Where memories go if nothing else is said: the topic, else the project. */
  readonly effective: MemoryScope
  readonly visible: readonly MemoryScope[]
}

/** Nothing of it is taken from what the caller sends: a conversation counts together with its credential only. */
export function scopesOf(caller: Caller, topicOf: TopicOf): CallerScopes {
  const owner = ownerOf(caller)
  const run: MemoryScope = { key: `run.${shortHash(owner)}`, kind: 'run', label: caller.client }
  const project: MemoryScope = {
    key: `project.${shortHash(caller.workdir)}`,
    kind: 'project',
    label: caller.workdir,
  }
  const attached = topicOf(owner)
  const topic: MemoryScope | null =
    attached === null ? null : { key: `topic.${attached.id}`, kind: 'topic', label: attached.name }
  return {
    run,
    project,
    topic,
    effective: topic ?? project,
    visible: [run, ...(topic === null ? [] : [topic]), project],
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
