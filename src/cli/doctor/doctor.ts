import type { CallView } from '../../contract/calls.ts'
import { ERROR_CODES } from '../../contract/errors.ts'
import { createApi } from '../api.ts'
import { describeCommand, type MakeCommand, toolsOf } from '../command.ts'
import type { Context } from '../context.ts'
import { findRunning } from '../find-running.ts'
import { openClients } from '../open-clients.ts'
import { checkClients } from './check-clients.ts'
import { checkDaemon } from './check-daemon.ts'
import { checkData } from './check-data.ts'
import { checkPrograms } from './check-programs.ts'
import { type Patience, patienceOf } from './client-patience.ts'
import type { Finding } from './finding.ts'
import { protectionsHere } from './protections.ts'
import { type Report, reportLines } from './report-lines.ts'

const CALLS_LOOKED_AT = 500

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
      output.answer(withoutRepairs(report), () => reportLines(report, output))
    })

async function findingsOf(context: Context): Promise<Finding[]> {
  return [...checkPrograms(context.env), ...checkData(context.env), ...(await checkDaemon(context))]
}

async function repair(findings: readonly Finding[], say: (line: string) => void): Promise<void> {
  for (const { text, repair: put } of findings) {
    if (put === undefined) continue
    say(`Putting right: ${text}`)
    await put()
  }
}

async function examine(context: Context): Promise<Report> {
  const findings = await findingsOf(context)
  const status = await findRunning(context).catch(() => undefined)
  const known = (await openClients(context, { isWriting: false })).list()
  const clients = await checkClients(known, context, status)
  const isFine =
    findings.every(({ state }) => state !== 'problem') &&
    clients.every(({ proofs }) => proofs.every(({ state }) => state !== 'failed'))
  const patience = status === undefined ? [] : await patienceHere(context)
  return { isFine, findings, clients, patience, protections: protectionsHere() }
}

async function patienceHere({ env }: Context): Promise<Patience[]> {
  const { calls } = await createApi(env).get<{ calls: CallView[] }>(`/api/calls?limit=${CALLS_LOOKED_AT}`)
  return patienceOf(calls.filter(({ client }) => client !== 'upperhand-doctor'))
}

function withoutRepairs({ findings, ...report }: Report): object {
  return { ...report, findings: findings.map(({ repair: _, ...finding }) => finding) }
}
