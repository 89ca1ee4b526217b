import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestClient } from '../support/clients.ts'
import type { SeededRandom } from '../support/seeded-random.ts'

/** One file that one lane of calls works on, one call after another. */
interface Lane {
  readonly directory: string
  path: string
  /** What the file holds for certain; null when there is none. */
  now: string | null
  /** What it holds if the call without an answer took effect. */
  next: string | null
}

export interface MixedWork {
  /** Calls until the connection breaks. */
  readonly run: (primitives: TestClient, agent: TestClient) => Promise<void>
  /** Half-written or lost content, as sentences. What is on disk is what the next round starts from. */
  readonly damage: () => string[]
  /** Temporary files that nobody removed. */
  readonly litter: () => string[]
  /** Calls that were answered with success since the last look. */
  readonly acknowledged: () => string[]
}

const LANES = 4
const SIZES = [0, 40, 2_000, 30_000, 200_000]
const APPEND_UNTIL = 400_000

/** Reads, overwrites, appends and creations, several at a time, with a memory of what was sent. */
export function createMixedWork(directory: string, random: SeededRandom): MixedWork {
  const lanes = Array.from({ length: LANES }, (_, n): Lane => {
    const own = join(directory, `lane-${n}`)
    mkdirSync(own)
    return { directory: own, path: join(own, 'first.txt'), now: null, next: null }
  })
  let acknowledged: string[] = []
  let count = 0

  const content = () => {
    count += 1
    return `<${count}>${String.fromCharCode(97 + (count % 26)).repeat(random.pick(SIZES))}</${count}>\n`
  }

  type Call = () => ReturnType<TestClient['call']>

  /** Two clients share a file, so one of them may have to look at what the other wrote before it goes on. */
  const attempt = async (lane: Lane, next: string | null, call: Call, look?: Call): Promise<void> => {
    lane.next = next
    const { isError, text, meta } = await call()
    if (isError && look !== undefined && text.includes('was changed by someone else')) {
      await look()
      return attempt(lane, next, call)
    }
    if (isError) throw new Error(`a call failed: ${text}`)
    lane.now = lane.next
    acknowledged.push(String(meta['upperhand/executionId']))
  }

  const step = async (lane: Lane, primitives: TestClient, agent: TestClient) => {
    const { path, now } = lane
    const text = content()
    const write = (mode: string) => () => primitives.call('fs_write', { path, content: text, mode })
    const read = () => primitives.call('fs_read', { path })
    const readAsAgent = () => agent.call('file_operations', { operation: 'read_file', filePath: path })
    switch (random.pick(['overwrite', 'append', 'keep', 'replace', 'create', 'read'])) {
      case 'overwrite':
        return attempt(lane, text, write('overwrite'), read)
      case 'append':
        if ((now ?? '').length > APPEND_UNTIL) return attempt(lane, text, write('overwrite'), read)
        return attempt(lane, (now ?? '') + text, write('append'))
      case 'keep':
        return attempt(lane, now ?? text, write('create_if_missing'))
      case 'replace':
        return attempt(lane, text, create(agent, { filePath: path, content: text, overwrite: true }), readAsAgent)
      case 'create':
        Object.assign(lane, { path: join(lane.directory, `${count}/new.txt`), now: null })
        return attempt(lane, text, create(agent, { filePath: lane.path, content: text }))
      default:
        if (now !== null) return attempt(lane, now, read)
    }
  }

  const runLane = async (lane: Lane, primitives: TestClient, agent: TestClient) => {
    for (;;) await step(lane, primitives, agent)
  }

  return {
    run: async (primitives, agent) => {
      const ends = await Promise.allSettled(lanes.map((lane) => runLane(lane, primitives, agent)))
      for (const { reason } of ends as PromiseRejectedResult[]) {
        if (String(reason).includes('a call failed')) throw reason
      }
    },
    damage: () =>
      lanes.flatMap((lane) => {
        const found = textOf(lane.path)
        const isWhole = found === lane.now || found === lane.next
        const sentence = `${lane.path} holds ${sketch(found)}, expected ${sketch(lane.now)} or ${sketch(lane.next)}`
        Object.assign(lane, { now: found, next: found })
        return isWhole ? [] : [sentence]
      }),
    litter: () => readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp')),
    acknowledged: () => {
      const calls = acknowledged
      acknowledged = []
      return calls
    },
  }
}

function create(agent: TestClient, args: Record<string, unknown>) {
  return () => agent.call('file_operations', { operation: 'create_file', ...args })
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function sketch(text: string | null): string {
  return text === null ? 'nothing' : `${text.length} characters ${text.slice(0, 8)}…${text.slice(-8)}`
}
