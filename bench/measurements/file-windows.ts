import type { Measurement } from '../harness/bench.ts'
import { comparisonOf } from '../harness/comparison.ts'
import { repeat } from '../harness/repeat.ts'
import type { Comparison } from '../harness/report.ts'
import { interleave, type RoundOptions, type Subject } from '../harness/rounds.ts'
import { startDaemon } from '../subjects/daemon.ts'
import { rawRead } from '../subjects/raw-files.ts'
import { lineOf, numberedLines, sampleText } from '../subjects/sample-files.ts'
import { type StdioServer, throughShim } from '../subjects/stdio-servers.ts'

const WINDOW_BYTES = 128 * 1024
const LARGE_BYTES = 10 * 1024 * 1024
const WINDOW_LINES = 100
const SMALL_FILE_LINES = 100_000
const LARGE_FILE_LINES = 1_000_000
const ROUNDS: RoundOptions = { rounds: 30, batch: 10, warmup: 300 }
/** Differences below this are noise. */
const EQUAL = 1.4

export const fileWindows: Measurement = {
  name: 'windows',
  run: async ({ product, rounds }) => {
    await using daemon = await startDaemon(product)
    const { workdir } = daemon.workplace
    await using server = await throughShim(daemon, 'everything')
    const large = sampleText(workdir, 'large.txt', LARGE_BYTES)
    const first = await interleave(
      [
        subject('ours', () => server.call('fs_read', { path: large, max_bytes: WINDOW_BYTES }), server),
        subject('raw', () => rawRead(large, WINDOW_BYTES)),
      ],
      rounds(ROUNDS),
    )
    const lines = await interleave(
      [SMALL_FILE_LINES, LARGE_FILE_LINES].flatMap((count) => middleOf(server, workdir, count)),
      rounds(ROUNDS),
    )
    const row = (count: number, words: string): Comparison => ({
      ...comparisonOf(lines, {
        operation: `${WINDOW_LINES} lines in the middle of ${words}`,
        ours: `ours ${count}`,
        raw: `raw ${count}`,
        most: 5,
        why: 'almost all of it is what any call costs, not the lines',
      }),
    })
    const growth = lines.ratio(`ours ${LARGE_FILE_LINES}`, `ours ${SMALL_FILE_LINES}`)
    return {
      title: 'Windows of large files',
      about:
        'Over stdio through the shim. Raw goes straight to the bytes, which only a file with lines of one length allows; ours has counted the lines once before.',
      findings: [
        comparisonOf(first, {
          operation: 'first 128 KB of 10 MB',
          ours: 'ours',
          most: 4,
          why: 'the content travels twice, as text and as structured content, through daemon and shim',
        }),
        row(SMALL_FILE_LINES, '100,000'),
        row(LARGE_FILE_LINES, '1,000,000'),
        {
          kind: 'fact',
          what: '1,000,000 lines against 100,000',
          value: `${growth.toFixed(2)}x`,
          target: { text: 'equal', isMet: growth <= EQUAL },
        },
      ],
    }
  },
}

function middleOf(server: StdioServer, workdir: string, count: number): Subject[] {
  const { path, lineBytes } = numberedLines(workdir, `${count}.txt`, count)
  const before = count / 2 - 1
  const ours = async () => {
    const args = { operation: 'read_file', filePath: path, offset: before + 1, limit: WINDOW_LINES }
    const { structuredContent } = await server.call('file_operations', args)
    const { content } = structuredContent as { content: string }
    if (!content.startsWith(lineOf(before + 1))) throw new Error('Those are other lines than asked for.')
  }
  return [
    subject(`ours ${count}`, ours, server),
    subject(`raw ${count}`, () => rawRead(path, lineBytes * WINDOW_LINES, before * lineBytes)),
  ]
}

function subject(name: string, work: () => Promise<unknown>, server?: StdioServer): Subject {
  return { name, run: (count) => repeat(count, work), ...(server === undefined ? {} : { cpu: server.cpu }) }
}
