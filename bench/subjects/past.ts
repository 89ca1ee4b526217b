import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { newId } from '../../src/base/ids.ts'
import { createLogger } from '../../src/base/logger.ts'
import { createRedact } from '../../src/base/redact.ts'
import { openDataDirectory } from '../../src/config/data-directory.ts'
import { newRuleSchema } from '../../src/contract/rules.ts'
import { createEvents } from '../../src/events/events.ts'
import { openHeadFile } from '../../src/events/head-file.ts'
import { openDatabase } from '../../src/storage/database.ts'
import type { OpenCore } from './core.ts'
import type { Workplace } from './workplace.ts'

const OUTPUT = 'The quick brown fox jumps over the lazy dog.\n'.repeat(20)

/** Calls of an earlier day: the two events of each in the ledger's own shape, chained, without the calls themselves. */
export function addHistory({ env, workdir }: Workplace, calls: number): void {
  const directory = openDataDirectory(env)
  const database = openDatabase(directory.path('upperhand.db'))
  const headFile = openHeadFile(directory.path('ledger.head'))
  const log = createLogger(() => {}, createRedact())
  const events = createEvents({ database, headFile, clock: systemClock, log })
  database.transaction(() => {
    for (let made = 0; made < calls; made += 1) {
      const common = { runId: 'run_past', subject: newId('call'), operation: 'filesystem.fs_read' }
      const path = join(workdir, `${made}.txt`)
      const intro = { client: 'upperhand-bench', profile: 'everything', label: `Reading file: ${made}.txt` }
      const resources = [{ path, access: 'read' }]
      events.append({ ...common, type: 'call.started', body: { ...intro, args: { path }, resources } })
      events.append({ ...common, type: 'call.finished', body: { state: 'succeeded', durationMs: 1, output: OUTPUT } })
    }
  })
  events.close()
  database.close()
}

/** Rules about other directories, half of them for the very operation that is measured. */
export function addRules({ core, caller }: OpenCore, count: number): void {
  for (let made = 0; made < count; made += 1) {
    const rule = newRuleSchema.parse({
      effect: made % 3 === 0 ? 'allow' : 'ask',
      operation: made % 2 === 0 ? 'filesystem.fs_read' : 'filesystem.*',
      match: { path: join(caller.workdir, `directory-${made}`, '**') },
    })
    core.gate.rules.make(rule, 'bench')
  }
}
