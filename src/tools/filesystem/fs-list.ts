import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { DirectoryEntry } from '../../files/list-directory.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

const DEPTH = 3
const DEPTH_MAX = 64
const PATH_CHARS = 4_096

export const fsList = ({ files }: { files: Files }) =>
  operation({
    name: 'fs_list',
    title: 'List directory',
    description: 'List files and directories. Links are shown, never followed.',
    effect: 'read',
    icon: 'folder',
    input: z.strictObject({
      path: fields.path,
      recursive: z.boolean().default(false).describe('List what is in the directories as well.'),
      max_depth: z.int().min(1).max(DEPTH_MAX).default(DEPTH).describe('How many levels to list if recursive.'),
    }),
    output: z.object({
      entries: z.array(
        z.object({
          path: z.string(),
          type: z.enum(['file', 'directory']),
          size: z.int().optional(),
          modified: z.string().optional(),
          link: z.boolean().optional(),
        }),
      ),
      truncated: z.boolean().optional(),
    }),
    aliases: { path: fields.PATH_ALIASES, max_depth: ['maxDepth'] },
    example: { path: 'src', recursive: true },
    bound: 'windowed',

    touches: ({ path }, { place }) => ({ directory: files.locate(place, path, 'read') }),
    label: ({ path }) => `Listing directory: ${shownName(path)}`,
    details: ({ path }) => [`Directory: ${shownName(path)}`],

    async run({ recursive, max_depth }, { directory }, { signal }) {
      const depth = recursive ? max_depth : 1
      const { entries, truncated } = await files.listDirectory(directory, {
        depth,
        limit: files.limits.listEntries,
        signal,
      })
      return { entries: entries.map(viewOf), ...(truncated ? { truncated } : {}) }
    },

    text({ entries, truncated }) {
      if (entries.length === 0) return 'The directory is empty.'
      const lines = entries.map(({ path, type, size, link }) => {
        const shown = oneLine(path, PATH_CHARS)
        if (type === 'directory') return `${shown}/`
        return link ? `${shown} (link)` : `${shown} (${size ?? '?'} bytes)`
      })
      return [...lines, ...(truncated ? [`[the first ${entries.length}; there are more]`] : [])].join('\n')
    },
  })

function viewOf({ path, kind, size, modifiedMs }: DirectoryEntry) {
  return {
    path,
    type: kind === 'directory' ? ('directory' as const) : ('file' as const),
    ...(kind !== 'directory' && size !== null ? { size } : {}),
    ...(modifiedMs === null ? {} : { modified: new Date(modifiedMs).toISOString() }),
    ...(kind === 'link' ? { link: true } : {}),
  }
}
