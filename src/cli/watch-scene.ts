import type { Api } from './api.ts'
import { type CardQueue, createCardQueue } from './card-queue.ts'
import { type Changes, createChanges } from './changes.ts'
import type { Context } from './context.ts'
import { followEvents } from './follow-events.ts'
import { createLineInput, type LineInput } from './line-input.ts'
import type { Output } from './output.ts'

export interface SceneParts {
  readonly context: Context
  readonly api: Api
  readonly output: Output
}

/** Everything a card needs around it while it is on the screen. */
export interface Scene extends SceneParts {
  readonly input: LineInput
  readonly queue: CardQueue
  readonly changes: Changes
  readonly say: (...lines: readonly string[]) => void
  readonly leave: () => void
  readonly hasLeft: () => boolean
  readonly isLost: () => boolean
}

export function openScene(parts: SceneParts): { readonly scene: Scene; readonly close: () => void } {
  const { context, api } = parts
  const say = (...lines: readonly string[]) => context.write(lines.map((line) => `${line}\n`).join(''))
  const left = new AbortController()
  const changes = createChanges()
  const leave = () => {
    left.abort()
    changes.tell()
  }
  let isLost = false
  const queue = createCardQueue(api, changes.tell)
  const input = createLineInput({ readable: context.streams.readable, write: context.write, onEnd: leave })
  const onEvent = (type: string) => {
    if (isLost || type === 'snapshot' || type.startsWith('approval.')) queue.refresh()
    isLost = false
  }
  const onLost = () => {
    isLost = true
    queue.forget()
    changes.tell()
  }
  void followEvents(api, { onEvent, onLost }, left.signal)
  return {
    scene: { ...parts, say, changes, queue, input, leave, hasLeft: () => left.signal.aborted, isLost: () => isLost },
    close: () => {
      left.abort()
      input.close()
    },
  }
}
