import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { LIMITS } from '../../src/base/limits.ts'
import { createCommands } from '../../src/commands/commands.ts'
import { createFiles } from '../../src/files/files.ts'
import { NOTHING_KEPT } from '../../src/files/journal.ts'
import { createTouchCommand } from '../../src/tools/command-touches.ts'
import { testGate } from '../support/gate.ts'
import { temporaryDirectory } from '../support/temporary.ts'
import { CRITICAL, DAY, type DayCall } from './day.ts'
import { dayToolset } from './day-toolset.ts'

const OPERATION = { read: 'day.read_it', write: 'day.write_it', delete: 'day.delete_it', run: 'day.run_it' } as const
const ASKS_PER_HUNDRED = 5

async function workplace() {
  const directory = temporaryDirectory()
  const home = realpathSync.native(directory.path)
  const workdir = join(home, 'work/shop')
  mkdirSync(workdir, { recursive: true })
  for (const call of DAY) {
    if (call.kind === 'run' || call.path.startsWith('/')) continue
    mkdirSync(dirname(join(workdir, call.path)), { recursive: true })
    writeFileSync(join(workdir, call.path), '')
  }
  writeFileSync(join(workdir, '.env'), '')
  const files = createFiles({
    limits: LIMITS,
    home,
    floor: () => [join(home, 'data')],
    durability: 'process',
    journal: NOTHING_KEPT,
    keptDirectory: null,
  })
  const commands = createCommands({ protectionOf: files.protectionOf, ownPaths: () => [join(home, 'data')] })
  const ran: string[] = []
  const toolset = dayToolset({ files, touchCommand: createTouchCommand({ files, commands, home }), ran })
  const gate = testGate(() => [toolset], { readsPerMinute: 10_000, writesPerMinute: 10_000, executesPerMinute: 10_000 })
  const caller = { ...gate.caller, workdir }
  return { gate, caller, ran, directory }
}

const argsOf = (call: DayCall) => (call.kind === 'run' ? { command: call.command } : { path: call.path })
const nameOf = (call: DayCall) => (call.kind === 'run' ? call.command : call.path)

test('the recorded day is long enough', () => {
  expect(DAY.length).toBeGreaterThanOrEqual(300)
})

type Workplace = Awaited<ReturnType<typeof workplace>>

/** Replays the day and answers like a person: "for this run" where that is offered, "once" where it is not. */
async function replay({ gate, caller }: Workplace): Promise<string[]> {
  const asked: string[] = []
  for (const [index, call] of DAY.entries()) {
    const run = () => gate.call(OPERATION[call.kind], argsOf(call), { caller, patienceMs: 0 })
    let outcome = await run()
    if (outcome.status === 'pending') {
      asked.push(nameOf(call))
      const card = gate.approvals.get(outcome.approvalId)
      await gate.approve(card, { scope: card.options.includes('run') ? 'run' : 'once' })
      outcome = await run()
    }
    expect(outcome.status, nameOf(call)).toBe('succeeded')
    // Now and then the person looks at the suggestions and takes them.
    if (index % 50 === 49)
      for (const { rules } of gate.ruleBook.suggestions()) for (const rule of rules) gate.rules.make(rule, 'you')
  }
  return asked
}

const perHundred = (asked: readonly string[]) => (asked.length / DAY.length) * 100

test('once a person has answered, a day of coding asks rarely, and always about what is critical', async () => {
  const place = await workplace()
  const [first, second] = [await replay(place), await replay(place)]
  console.log(
    `${DAY.length} calls a day: ${first.length} asks while everything is new (${perHundred(first).toFixed(1)} per 100),`,
  )
  console.log(`${second.length} asks afterwards (${perHundred(second).toFixed(1)} per 100).`)
  expect(perHundred(second), second.join('\n')).toBeLessThanOrEqual(ASKS_PER_HUNDRED)
  for (const critical of CRITICAL) {
    const times = DAY.filter((call) => nameOf(call) === critical).length
    for (const asked of [first, second]) expect(asked.filter((name) => name === critical).length, critical).toBe(times)
  }
  expect(place.ran).toHaveLength(2 * DAY.length)
  place.gate[Symbol.dispose]()
  place.directory[Symbol.dispose]()
})
