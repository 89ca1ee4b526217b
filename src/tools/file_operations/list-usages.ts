import { sep } from 'node:path'
import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { Indexes } from '../../indexing/indexes.ts'
import { buildingNote } from '../index-place.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

const USAGES = 200

export const listUsages = ({ files, indexes }: { files: Files; indexes: Indexes }) =>
  operation({
    name: 'list_usages',
    title: 'List usages',
    description: 'Definitions, calls and references of a name.',
    effect: 'read',
    icon: 'search',
    input: z.strictObject({
      symbolName: fields.symbolName,
      filePaths: fields.filePaths,
      maxResults: fields.maxResults,
    }),
    output: z.object({
      symbolName: z.string(),
      usages: z.array(
        z.object({
          file: z.string(),
          line: z.int(),
          column: z.int(),
          kind: z.enum(['definition', 'declaration', 'call', 'reference']),
          text: z.string(),
          by: z.enum(['syntax', 'text']),
        }),
      ),
      count: z.int(),
      truncated: z.boolean(),
      note: z.string().nullable(),
    }),
    aliases: { symbolName: ['symbol', 'symbol_name'], filePaths: ['file_paths'], maxResults: ['limit'] },
    unlisted: ['filePaths'],
    example: { symbolName: 'createServer' },

    touches: ({ filePaths = [] }, { place }) => ({
      base: files.locate(place, '.', 'read'),
      first: filePaths.map((path) => files.locate(place, path, 'read')),
    }),
    label: ({ symbolName }) => `Finding usages: ${shownName(symbolName)}`,

    async run({ symbolName, maxResults = USAGES }, { base, first }, { signal }) {
      const name = symbolName.trim()
      if (!/^[\p{L}\p{N}_$@!?]+$/u.test(name)) {
        throw new HostError('INVALID_PARAMETERS', `"${symbolName}" is not a name.`, {
          hint: 'Give one identifier without dots or spaces; for anything else use grep_search.',
        })
      }
      const root = base.resource.path
      const paths = first.map(({ resource: { path } }) => belowRoot(root, path))
      const answer = await indexes.usages(root, { name, first: paths, limit: maxResults }, signal)
      return {
        symbolName: name,
        usages: answer.usages.map(({ path, ...usage }) => ({ file: path, ...usage })),
        count: answer.usages.length,
        truncated: answer.isCut,
        note: buildingNote(answer.index),
      }
    },

    text({ symbolName, usages, truncated, note }) {
      const lines = usages.map(
        ({ file, line, column, kind, text, by }) =>
          `${kind}${by === 'text' ? ' (by text)' : ''}  ${file}:${line}:${column}  ${text}`,
      )
      return [
        ...(lines.length === 0 ? [`${symbolName} was not found.`] : lines),
        ...(truncated ? ['[there are more; raise maxResults]'] : []),
        ...(note === null ? [] : [`[${note}]`]),
      ].join('\n')
    },
  })

function belowRoot(root: string, path: string): string {
  if (path.startsWith(`${root}${sep}`)) return path.slice(root.length + 1).replaceAll(sep, '/')
  throw new HostError('INVALID_PARAMETERS', `${path} is not below the working directory.`, {
    hint: 'Leave filePaths out, or name files of the working directory.',
  })
}
