import { createCommands } from '../../src/commands/commands.ts'
import { createProtection } from '../../src/files/protection.ts'
import type { Measurement } from '../harness/bench.ts'
import { repeat } from '../harness/repeat.ts'
import { type Fact, milliseconds } from '../harness/report.ts'
import { interleave, type RoundOptions, type Timings } from '../harness/rounds.ts'

const MOST_MS = 1
const ROUNDS: RoundOptions = { rounds: 40, batch: 20, warmup: 200 }
const HOME = '/home/me'

const COMMANDS: readonly string[] = [
  'ls -la',
  'cd src && npm test',
  'git add -A && git commit -m "fix" && git push origin main',
  "bash -lc 'cd /tmp && ls | sort > out.txt'",
]

export const commandAnalysis: Measurement = {
  name: 'commands',
  run: async (bench) => {
    const commands = createCommands({ protectionOf: createProtection(HOME), ownPaths: () => [] })
    const start = performance.now()
    const analyse = await commands.load()
    const loadMs = performance.now() - start
    const context = { cwd: `${HOME}/project`, home: HOME, platform: 'linux' } as const
    const timings = await interleave(
      COMMANDS.map((command) => ({
        name: command,
        run: (count) =>
          repeat(count, async () => {
            analyse(command, context)
          }),
      })),
      bench.rounds(ROUNDS),
    )
    return {
      title: 'Command analysis',
      about: 'From the text of a command to its parts, with the grammar already loaded.',
      findings: [
        { kind: 'fact', what: 'loading the grammar, once', value: milliseconds(loadMs) },
        ...COMMANDS.map((command) => costOf(command, timings)),
      ],
    }
  },
}

function costOf(command: string, timings: Timings): Fact {
  const ms = timings.of(command).median
  return {
    kind: 'fact',
    what: `\`${command}\``,
    value: milliseconds(ms),
    target: { text: `< ${MOST_MS} ms`, isMet: ms < MOST_MS },
  }
}
