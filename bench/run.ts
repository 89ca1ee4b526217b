import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createBench, scratchDirectory } from './harness/bench.ts'
import { sectionText } from './harness/report.ts'
import { resultsText } from './harness/results-file.ts'
import { MEASUREMENTS } from './measurements.ts'
import { packProduct } from './subjects/product.ts'

const HELP = `npm run bench -- [options]

  --quick         fewer rounds and calls, under a minute
  --only <name>   one measurement, may be repeated: ${MEASUREMENTS.map(({ name }) => name).join(', ')}
  --peers         install other file servers into a temporary directory and measure them as well; takes minutes
  --write         put the results into bench/RESULTS.md
`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    peers: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(HELP)
else await run(values)

interface Options {
  readonly quick: boolean
  readonly only: string[]
  readonly peers: boolean
  readonly write: boolean
}

async function run({ quick, only, peers, write }: Options): Promise<void> {
  const wanted = MEASUREMENTS.filter(({ name }) => only.length === 0 || only.includes(name))
  if (wanted.length === 0) throw new Error(`There is no such measurement.\n\n${HELP}`)
  using scratch = scratchDirectory()
  const bench = createBench(await packProduct(scratch.path), { isQuick: quick, withPeers: peers })
  const sections = []
  const loadBefore = loadavg()[0] ?? 0
  const began = performance.now()
  for (const { run } of wanted) {
    const section = await run(bench)
    sections.push(section)
    console.log(`${sectionText(section)}\n`)
  }
  const text = resultsText(sections, {
    arguments: process.argv.slice(2),
    seconds: (performance.now() - began) / 1_000,
    loadBefore,
  })
  if (write) writeFileSync(new URL('RESULTS.md', import.meta.url), text)
}
