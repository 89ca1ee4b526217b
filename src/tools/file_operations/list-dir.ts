import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { oneLine } from '../../base/visible.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { DirectoryEntry } from '../../files/list-directory.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

const PAGE_ENTRIES = 100
const PAGE_MAX_ENTRIES = 1_000
const NAME_CHARS = 1_000

export const listDir = ({ files }: { files: Files }) =>
  operation({
    name: 'list_dir',
    title: 'List directory',
    description: 'List a directory.',
    effect: 'read',
    icon: 'folder',
    input: z.strictObject({
      path: fields.directory,
      limit: fields.limit,
      offset: fields.offset,
    }),
    output: z.object({
      message: z.string(),
      path: z.string(),
      entries: z.array(
        z.object({
          name: z.string(),
          isDirectory: z.boolean(),
          isLink: z.boolean().optional(),
          size: z.int(),
          modifiedDate: z.string().optional(),
          permissions: z.string().optional(),
        }),
      ),
      count: z.int(),
      totalCount: z.int(),
      hasMore: z.boolean(),
      offset: z.int(),
      limit: z.int(),
    }),
    aliases: { path: ['dirPath', 'dir_path', 'directory'] },
    example: { path: 'src', limit: 100 },
    bound: 'windowed',

    touches: ({ path }, { place }) => ({ directory: files.locate(place, path, 'read') }),
    label: ({ path }) => `Listing directory: ${shownName(path)}`,
    details: ({ path }) => [`Directory: ${shownName(path)}`],

    async run({ limit = PAGE_ENTRIES, offset = 0 }, { directory }, { signal }) {
      if (limit > PAGE_MAX_ENTRIES) {
        throw new HostError(
          'INVALID_PARAMETERS',
          `limit is ${limit}; list_dir returns at most ${PAGE_MAX_ENTRIES} entries.`,
        )
      }
      const { path } = directory.resource
      const { entries, total } = await files.listDirectory(directory, { depth: 1, limit, offset, signal })
      return {
        message: `${total} ${total === 1 ? 'entry' : 'entries'} in ${path}`,
        path,
        entries: entries.map(viewOf),
        count: entries.length,
        totalCount: total,
        hasMore: offset + entries.length < total,
        offset,
        limit,
      }
    },

    text({ message, entries, hasMore, offset, count }) {
      const lines = entries.map(({ name, isDirectory, isLink, size }) => {
        const shown = oneLine(name, NAME_CHARS)
        if (isDirectory) return `${shown}/`
        return isLink ? `${shown} (link)` : `${shown} (${size} bytes)`
      })
      const more = hasMore ? [`[continue with offset=${offset + count}]`] : []
      return [`${message}:`, ...lines, ...more].join('\n')
    },
  })

function viewOf({ name, kind, size, modifiedMs, mode }: DirectoryEntry) {
  return {
    name,
    isDirectory: kind === 'directory',
    ...(kind === 'link' ? { isLink: true } : {}),
    size: size ?? 0,
    ...(modifiedMs === null ? {} : { modifiedDate: new Date(modifiedMs).toISOString() }),
    ...(mode === null ? {} : { permissions: permissionText(mode) }),
  }
}

function permissionText(mode: number): string {
  return [...'rwxrwxrwx'].map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-')).join('')
}
