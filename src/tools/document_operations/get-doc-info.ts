import { basename } from 'node:path'
import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import { operation } from '../operation.ts'
import { type DocumentServices, PATH_ALIASES, path } from './fields.ts'

export const getDocInfo = ({ documents, files }: DocumentServices) =>
  operation({
    name: 'get_doc_info',
    title: 'Document info',
    description: 'Size, type, pages and title of a file.',
    effect: 'read',
    icon: 'file',
    input: z.strictObject({
      path,
      include_extended_metadata: z.boolean().default(false).describe('Also title, author and number of words.'),
    }),
    output: z.object({
      path: z.string(),
      filename: z.string(),
      content_type: z.string(),
      file_size: z.int(),
      parts: z.int().nullable().describe('Pages, sheets or slides.'),
      title: z.string().nullable().optional(),
      author: z.string().nullable().optional(),
      words: z.int().nullable().optional(),
    }),
    aliases: { path: PATH_ALIASES },
    unlisted: ['include_extended_metadata'],
    example: { path: 'docs/manual.md' },

    touches: ({ path: given }, { place }) => ({ file: files.locate(place, given, 'read') }),
    label: ({ path: given }) => `Looking at document: ${shownName(given)}`,

    async run({ include_extended_metadata }, { file }, { signal }) {
      const bytes = await files.readWhole(file, { maxBytes: documents.limits.documentBytes, signal })
      const name = basename(file.resource.path)
      const { contentType, parts, title, author, words } = await documents.facts(bytes, name, signal)
      const base = {
        path: file.resource.path,
        filename: name,
        content_type: contentType,
        file_size: bytes.length,
        parts,
      }
      return include_extended_metadata ? { ...base, title, author, words } : base
    },

    text: ({ path: shown, content_type, file_size, parts, title, author, words }) =>
      [
        shown,
        `${content_type}, ${file_size} bytes${parts === null ? '' : `, ${parts} pages, sheets or slides`}`,
        ...(title == null ? [] : [`Title: ${title}`]),
        ...(author == null ? [] : [`Author: ${author}`]),
        ...(words == null ? [] : [`Words: ${words}`]),
      ].join('\n'),
  })
