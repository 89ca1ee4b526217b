import { ERROR_CODES } from '../../contract/errors.ts'
import { describeCommand, type MakeCommand, toolsOf } from '../command.ts'
import { examine, findingsOf } from './examine.ts'
import type { Finding } from './finding.ts'
import { reportLines } from './report-lines.ts'

export const doctorCommand: MakeCommand = (context, setExitCode) =>
  describeCommand({
    name: 'doctor',
    summary: 'Check everything: what is wrong, how to put it right, and what protects you here.',
    examples: ['upperhand doctor', 'upperhand doctor --fix', 'upperhand doctor --json'],
  })
    .option('--fix', 'put right what can be: permissions, a daemon that is old, stuck or not there')
    .action(async (_options, command) => {
      const { output, options } = toolsOf<{ fix?: boolean }>(context, command)
      if (options.fix === true) await repair(await findingsOf(context), (line) => context.writeError(`${line}\n`))
      const report = await examine(context)
      if (!report.isFine) setExitCode(ERROR_CODES.EXECUTION_FAILED.exit)
      output.answer(report, () => reportLines(report, output))
    })

async function repair(findings: readonly Finding[], say: (line: string) => void): Promise<void> {
  for (const { text, repair: put } of findings) {
    if (put === undefined) continue
    say(`Putting right: ${text}`)
    await put()
  }
}
