import { type ReminderFacts, reminders } from './reminders.ts'

export type RemindMode = 'off' | 'on_change' | 'every'

type Facts = Omit<ReminderFacts, 'isAfterFirstTurn' | 'now'>

export interface RunReminders {
  /** What the next result of a run carries. Called once for every result. */
  readonly next: (runId: string, operation: string) => readonly string[]
  /** All of them as one text, for whoever asks. */
  readonly brief: (runId: string) => string
  /** Something changed, somewhere. */
  readonly changed: () => void
  readonly end: (runId: string) => void
}

interface Parts {
  readonly mode: () => RemindMode
  /** For `every`: after how many results. */
  readonly every: () => number
  readonly factsOf: (runId: string) => Facts
  readonly now: () => number
}

interface Run {
  results: number
  /** The state of the world when it was last looked at. */
  generation: number
  told: readonly string[]
}

/** What shows the state in its own result needs no reminder of it there. */
const OWN: Readonly<Record<string, keyof Facts>> = {
  todo_operations: 'todos',
  list_mini_prompts: 'miniPrompts',
  document_operations: 'documents',
  memory_operations: 'memories',
}
const RUNS = 1_000

/** When a run hears its reminders: it has no user's message that they could stand before. */
export function createRunReminders({ mode, every, factsOf, now }: Parts): RunReminders {
  const runs = new Map<string, Run>()
  let generation = 1

  const runOf = (runId: string): Run => {
    const run = runs.get(runId) ?? { results: 0, generation: 0, told: [] }
    runs.set(runId, run)
    const [oldest] = runs.keys()
    if (runs.size > RUNS && oldest !== undefined) runs.delete(oldest)
    return run
  }

  const textsOf = (facts: Facts, isAfterFirstTurn: boolean): string[] => {
    const { before, last } = reminders({ ...facts, isAfterFirstTurn, now: now() })
    return last === null ? [...before] : [...before, last]
  }

  return {
    next: (runId, operation) => {
      const current = mode()
      const run = runOf(runId)
      run.results += 1
      if (current === 'off') return []
      const isAfterFirstTurn = run.results > 1
      if (current === 'every') {
        return run.results % every() === 0 ? textsOf(factsOf(runId), isAfterFirstTurn) : []
      }
      // The second result is the first that may speak of mini prompts.
      if (run.generation === generation && run.results !== 2) return []
      run.generation = generation
      const facts = factsOf(runId)
      const texts = textsOf(facts, isAfterFirstTurn)
      const own = OWN[operation.split('.')[0] ?? '']
      const shown = own === undefined ? texts : textsOf({ ...facts, [own]: [] }, isAfterFirstTurn)
      const fresh = shown.filter((text) => !run.told.includes(text))
      run.told = texts.filter((text) => shown.includes(text) || run.told.includes(text))
      // What its own result left out is told by the next one.
      if (run.told.length < texts.length) run.generation = 0
      return fresh
    },
    brief: (runId) => {
      const texts = textsOf(factsOf(runId), true)
      return texts.length === 0 ? 'There is nothing to be reminded of.' : texts.join('\n')
    },
    changed: () => {
      generation += 1
    },
    end: (runId) => {
      runs.delete(runId)
    },
  }
}
