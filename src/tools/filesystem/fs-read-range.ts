import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import { cutLongLines } from '../../files/long-lines.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

export const fsReadRange = ({ files }: { files: Files }) =>
  operation({
    name: 'fs_read_range',
    title: 'Read lines',
    description: 'Read lines, counted from 1.',
    effect: 'read',
    icon: 'file-text',
    input: z.strictObject({
      path: fields.path,
      start_line: fields.fromZero,
      end_line: fields.fromOne,
    }),
    output: z.object({
      path: z.string(),
      start_line: z.int(),
      end_line: z.int(),
      content: z.string(),
      total_lines: z.int().optional(),
    }),
    aliases: { path: fields.PATH_ALIASES, start_line: ['startLine', 'offset'], end_line: ['endLine'] },
    example: { path: 'src/main.ts', start_line: 1, end_line: 40 },
    bound: 'windowed',

    touches: ({ path }, { place }) => ({ file: files.locate(place, path, 'read') }),
    label: ({ path }) => `Reading file: ${shownName(path)}`,
    details: ({ path, start_line, end_line }) => [`File: ${shownName(path)}`, `Lines: ${start_line}-${end_line}`],

    async run({ start_line, end_line }, { file }, { signal, caller }) {
      const first = Math.max(1, start_line)
      if (end_line < first) {
        throw new HostError('INVALID_PARAMETERS', `end_line is ${end_line}, which is before line ${first}.`)
      }
      const read = await files.readLines(file, {
        first,
        count: end_line - first + 1,
        maxBytes: files.limits.fsReadBytes,
        signal,
        run: caller.runId,
      })
      const { content } = cutLongLines(read.content, files.limits.readLineChars)
      return {
        path: file.resource.path,
        start_line: first,
        end_line: read.lineCount === 0 ? Math.max(first - 1, read.totalLines) : first + read.lineCount - 1,
        content,
        total_lines: read.totalLines,
      }
    },

    text({ content, start_line, end_line, total_lines = 0 }, { end_line: wanted }) {
      if (start_line > total_lines) return `[the file has ${total_lines} lines; there is nothing at line ${start_line}]`
      if (end_line >= Math.min(wanted, total_lines)) return content
      const gap = content.endsWith('\n') ? '\n' : '\n\n'
      return `${content}${gap}[lines ${start_line}-${end_line} of ${total_lines}; continue with start_line=${end_line + 1}]`
    },
  })
