import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { cutLongLines } from '../../files/long-lines.ts'
import type { ReadLines } from '../../files/read-lines.ts'
import { attachMedia } from '../attachments.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

const CHARS_PER_TOKEN = 4

export const readFile = ({ files }: { files: Files }) =>
  operation({
    name: 'read_file',
    title: 'Read file',
    description: 'Read a file or lines of it.',
    effect: 'read',
    icon: 'file-text',
    input: z.strictObject({
      filePath: fields.filePath,
      offset: fields.offset,
      limit: fields.limit,
      endLine: fields.fromOne.optional(),
    }),
    output: z.object({
      filePath: z.string(),
      content: z.string(),
      totalLines: z.int(),
      returnedLines: z.int(),
      truncated: z.boolean(),
      estimatedTokens: z.int(),
      tokenLimited: z.boolean(),
      offset: z.int(),
      limit: z.int(),
      hash: z.string().optional(),
    }),
    aliases: { filePath: fields.FILE_PATH_ALIASES, offset: ['startLine', 'start_line'], endLine: ['end_line'] },
    example: { filePath: 'src/main.ts', offset: 1, limit: 100 },
    bound: 'windowed',

    touches: ({ filePath }, { place }) => ({ file: files.locate(place, filePath, 'read') }),
    label: ({ filePath }) => `Reading file: ${shownName(filePath)}`,
    details: ({ filePath }) => [`File: ${shownName(filePath)}`],

    async run({ offset, limit, endLine }, { file }, { signal, caller, attach }) {
      const first = Math.max(1, offset ?? 1)
      const count = Math.min(lineCount(first, limit, endLine), files.limits.readFileLines)
      const options = { first, count, maxBytes: files.limits.readFileBytes, signal, run: caller.runId }
      const read = await files.readLines(file, options).catch(async (cause: unknown): Promise<ReadLines> => {
        const { text } = await attachMedia(files, file, cause, attach)
        return { content: text, lineCount: 0, totalLines: 0, isCut: false, isLineCut: false }
      })
      const { content, count: cutLines } = cutLongLines(read.content, files.limits.readLineChars)
      return {
        filePath: file.resource.path,
        content,
        totalLines: read.totalLines,
        returnedLines: read.lineCount,
        truncated: cutLines > 0 || read.isLineCut || first + read.lineCount <= read.totalLines,
        estimatedTokens: Math.ceil(content.length / CHARS_PER_TOKEN),
        tokenLimited: read.isCut,
        offset: first,
        limit: count,
        ...(read.sha256 === undefined ? {} : { hash: read.sha256 }),
      }
    },

    text(output) {
      const note = noteOn(output)
      if (note === null) return output.content
      const gap = output.content === '' ? '' : output.content.endsWith('\n') ? '\n' : '\n\n'
      return `${output.content}${gap}[${note}]`
    },
  })

function lineCount(first: number, limit: number | undefined, endLine: number | undefined): number {
  if (endLine === undefined) return limit ?? Number.POSITIVE_INFINITY
  if (limit !== undefined) throw new HostError('INVALID_PARAMETERS', 'Give limit or endLine, not both.')
  if (endLine < first) {
    throw new HostError('INVALID_PARAMETERS', `endLine is ${endLine}, which is before line ${first}.`)
  }
  return endLine - first + 1
}

interface Shown {
  readonly offset: number
  readonly returnedLines: number
  readonly totalLines: number
  readonly truncated: boolean
  readonly tokenLimited: boolean
  readonly content: string
}

function noteOn({ offset, returnedLines, totalLines, truncated, tokenLimited, content }: Shown): string | null {
  if (totalLines === 0) return content === '' ? 'the file is empty' : null
  if (returnedLines === 0) return `the file has ${totalLines} lines; there is nothing at line ${offset}`
  if (!truncated) return null
  const next = offset + returnedLines
  const isLineCut = tokenLimited && !content.endsWith('\n')
  const cut = isLineCut ? `line ${offset} is too long and cut; ` : ''
  if (next > totalLines) return `${cut}${totalLines} lines in all`
  return `${cut}lines ${offset}-${next - 1} of ${totalLines}; continue with offset=${next}`
}
