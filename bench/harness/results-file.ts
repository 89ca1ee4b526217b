import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { type Section, sectionText } from './report.ts'

interface Circumstances {
  readonly arguments: readonly string[]
  readonly seconds: number
  /** The load average before the first measurement: what others were doing. */
  readonly loadBefore: number
}

const GIGABYTE = 1024 ** 3

export function resultsText(
  sections: readonly Section[],
  { arguments: args, seconds, loadBefore }: Circumstances,
): string {
  const targets = sections.flatMap(({ findings }) => findings.flatMap(({ target }) => (target ? [target] : [])))
  const missed = targets.filter(({ isMet }) => !isMet).length
  const options = args.length === 0 ? '' : ` -- ${args.join(' ')}`
  return `# Bench results

Written by \`npm run bench${options}\` on ${new Date().toISOString().slice(0, 10)}, in ${Math.round(seconds)} s.

- Machine: ${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${(totalmem() / GIGABYTE).toFixed(0)} GB, ${platform()} ${release()}; load average ${loadBefore.toFixed(1)} before and ${loadavg()[1]?.toFixed(1)} during the last minutes.${busyWords(loadBefore)}
- Node ${process.version} for everything that is compared.
- Times are medians of interleaved rounds, with the middle half of the rounds in brackets; ratios are medians of the rounds' own ratios. Differences under 1.4x are noise on a shared machine.
- ${targets.length - missed} of ${targets.length} targets are met.

${sections.map(sectionText).join('\n\n')}
`
}

/** The bench itself keeps about one core busy. */
function busyWords(loadBefore: number): string {
  if (loadBefore < 1) return ''
  return ' **Others were using the machine at the same time: times are too high, and ratios uncertain.**'
}
