import type { ClientProof, DoctorFinding, DoctorReport, Patience, Proof } from '../../contract/doctor.ts'
import { type Output, shown, table, wrapped } from '../output.ts'

const MARKS = { ok: '✓', note: '·', problem: '✗' } as const
const WORDS = { ok: 'ok', note: 'note', problem: 'problem' } as const
const COLOURS = { ok: 'green', note: 'dim', problem: 'red' } as const

export function reportLines(
  { isFine, findings, clients, patience, protections }: DoctorReport,
  output: Output,
): string[] {
  const { paint } = output
  const problems = findings.filter(({ state }) => state === 'problem').length + clients.filter(isBroken).length
  return [
    ...findings.flatMap((finding) => findingLines(finding, output)),
    ...section(
      'Clients',
      clients.flatMap((client) => clientLines(client, output)),
      paint,
    ),
    ...section('How long clients waited', patienceLines(patience), paint),
    ...section(
      'Active here',
      protections.active.flatMap((line) => wrapped(line, '  ')),
      paint,
    ),
    ...section(
      'Not active here',
      protections.missing.flatMap((line) => wrapped(line, '  ')),
      paint,
    ),
    '',
    isFine
      ? paint('green', 'Everything is in order.')
      : paint(
          'red',
          `${problems} problem${problems === 1 ? '' : 's'}. What can be put right by itself: upperhand doctor --fix`,
        ),
  ]
}

function section(title: string, lines: readonly string[], paint: Output['paint']): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

function findingLines({ area, state, text, fix }: DoctorFinding, { isPlain, paint }: Output): string[] {
  const mark = paint(COLOURS[state], isPlain ? `${WORDS[state]}:` : MARKS[state])
  return [
    `${mark} ${area.padEnd(9)} ${shown(text)}`,
    ...(fix === undefined ? [] : [`${' '.repeat(12)}${isPlain ? 'Fix:' : '→'} ${shown(fix)}`]),
  ]
}

function isBroken({ proofs }: ClientProof): boolean {
  return proofs.some(({ state }) => state === 'failed')
}

const STEPS = { config: 'configured', starts: 'starts', tools: 'tools listed', call: 'test call' } as const
const PROOF_MARKS = { ok: 'ok', failed: 'problem', 'not tried': 'note' } as const

function clientLines({ label, file, proofs, fix }: ClientProof, { isPlain, paint }: Output): string[] {
  const mark = ({ state }: Proof) =>
    paint(COLOURS[PROOF_MARKS[state]], isPlain ? `${WORDS[PROOF_MARKS[state]]}:` : MARKS[PROOF_MARKS[state]])
  return [
    `  ${paint('bold', label)}  ${paint('dim', shown(file))}`,
    ...proofs.map((proof) => `    ${mark(proof)} ${STEPS[proof.step].padEnd(12)} ${shown(proof.text)}`),
    ...(fix === null ? [] : [`      ${isPlain ? 'Fix:' : '→'} ${fix}`]),
  ]
}

function patienceLines(patience: readonly Patience[]): string[] {
  return table(
    patience.map(({ client, longestAnsweredMs, gaveUpAfterMs }) => [
      `  ${shown(client)}`,
      `answered after up to ${seconds(longestAnsweredMs)}`,
      gaveUpAfterMs === null ? 'never gave up' : `gave up after ${seconds(gaveUpAfterMs)}`,
    ]),
  )
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`
}
