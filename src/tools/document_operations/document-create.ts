import { basename, extname, join } from 'node:path'
import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { shownName, shownSize } from '../../files/describe-path.ts'
import { operation } from '../operation.ts'
import type { DocumentServices } from './fields.ts'

type Format = 'markdown' | 'html' | 'docx' | 'pdf'

const FORMATS: Readonly<Record<string, Format>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.docx': 'docx',
  '.pdf': 'pdf',
}
const EXTENSIONS: Readonly<Record<Format, string>> = { markdown: '.md', html: '.html', docx: '.docx', pdf: '.pdf' }

export const documentCreate = ({ documents, files }: DocumentServices) =>
  operation({
    name: 'document_create',
    title: 'Create document',
    description: 'Make a .md, .html, .docx or .pdf file from Markdown.',
    effect: 'write',
    icon: 'file-plus',
    input: z.strictObject({
      content: z.string().min(1),
      output_path: z.string().min(1),
      filename: z.string().min(1).optional().describe('A name in output_path, which is then a directory.'),
      format: z.enum(['markdown', 'html', 'docx', 'pdf']).optional().describe('Otherwise by the extension.'),
      title: z.string().max(500).optional().describe('Otherwise the first heading.'),
    }),
    output: z.object({
      path: z.string(),
      format: z.enum(['markdown', 'html', 'docx', 'pdf']),
      file_size: z.int(),
      notes: z.array(z.string()),
    }),
    aliases: { output_path: ['outputPath', 'path'] },
    unlisted: ['filename', 'format', 'title'],
    example: { content: '# Report\n\nAll is well.\n', output_path: 'report.pdf' },

    touches: (input, { place }) => {
      const { path } = destination(input)
      return { file: files.locate(place, path, 'write') }
    },
    label: (input) => `Creating document: ${shownName(destination(input).path)}`,
    details: (input) => [`Format: ${destination(input).format}`, shownSize(input.content)],
    preview: ({ content }, { file }) => ({
      kind: 'file',
      path: file.resource.path,
      exists: file.resource.exists,
      before: null,
      after: content,
    }),

    async run(input, { file }, { callId, signal }) {
      const { format } = destination(input)
      const made =
        format === 'markdown'
          ? { bytes: Buffer.from(input.content), notes: [] }
          : await documents.create(input.content, format, titleOf(input), signal)
      const bytes = Buffer.from(made.bytes)
      await files.writeFile(file, bytes, { mode: 'overwrite', createDirs: true, callId, signal })
      return { path: file.resource.path, format, file_size: bytes.length, notes: [...made.notes] }
    },

    text: ({ path, format, file_size, notes }) =>
      [`Made ${path} (${format}, ${file_size} bytes).`, ...notes].join('\n'),
  })

interface Wanted {
  readonly content: string
  readonly output_path: string
  readonly filename?: string | undefined
  readonly format?: Format | undefined
  readonly title?: string | undefined
}

function destination({ output_path, filename, format }: Wanted): { path: string; format: Format } {
  const path = filename === undefined ? output_path : join(output_path, basename(filename))
  const extension = extname(path).toLowerCase()
  const named = FORMATS[extension]
  if (format !== undefined) return { path: named === format ? path : path + EXTENSIONS[format], format }
  if (named !== undefined) return { path, format: named }
  throw new HostError(
    'INVALID_PARAMETERS',
    `${extension === '' ? 'A name without an extension' : extension} is not a kind of document that can be made.`,
    {
      hint: `End the name in ${Object.keys(FORMATS).join(', ')}, or give format.`,
    },
  )
}

function titleOf({ content, title, ...wanted }: Wanted): string {
  const heading = /^#\s+(.+)$/m.exec(content)?.[1]?.trim()
  return title ?? heading ?? basename(destination({ content, ...wanted }).path)
}
