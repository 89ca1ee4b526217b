import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureConsole } from './build-console.ts'
import { check } from './check.ts'
import { endWithParent, runTool } from './run-tool.ts'
import { ensureSystemPrograms } from './system-programs.ts'
import { type Counts, countReport, isGood, lastLine, total } from './test-report.ts'

endWithParent()
const scratch = mkdtempSync(join(tmpdir(), 'upperhand-test-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

ensureSystemPrograms()
const checkPassed = await check()
// Without it the browser tests fail, and say why.
await ensureConsole().catch((cause: unknown) => console.error('The console could not be built.', cause))
const report = join(scratch, 'report.json')
const exitCode = await runTool(
  'node_modules/vitest/vitest.mjs',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  // A test that forgets to name a data directory must never find the person's own.
  { UPPERHAND_HOME: join(scratch, 'home'), UPPERHAND_TOKEN: '' },
)

const counts = total(readCounts(report), { checkPassed, exitCode })
const isCi = process.env['CI'] === 'true'
if (isCi && counts.skipped > 0) console.log('\nSkipped tests count as failures under CI=true.')
process.exitCode = isGood(counts, { isCi }) ? 0 : 1
console.log(lastLine(counts))

function readCounts(path: string): Counts {
  try {
    return countReport(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    console.error('vitest left no usable report.', cause)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
