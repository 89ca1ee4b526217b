import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { DirectoryEntry } from '../../files/list-directory.ts'
import { operation } from '../operation.ts'
import * as fields from './fields.ts'

const DEPTH = 3
const DEPTH_MAX = 64
const ENTRIES = 1_000
const PATH_CHARS = 4_096

export const fsList = ({ files }: { files: Files }) =>
  operation({
    name: 'fs_list',
    title: 'List directory',
    description: 'List a directory.',
    effect: 'read',
    icon: 'folder',
    input: z.strictObject({
      path: fields.path,
      recursive: z.boolean().optional(),
      max_depth: fields.fromOne.max(DEPTH_MAX).default(DEPTH),
      max_entries: fields.fromOne.max(files.limits.listEntries).default(ENTRIES),
      offset: fields.fromZero.optional(),
    }),
    output: z.object({
      entries: z.array(
        z.object({
          path: z.string(),
          type: z.enum(['file', 'directory']),
          size: z.int().optional(),
          modified: z.string().optional(),
          link: z.boolean().optional(),
          kind: z.string().optional(),
        }),
      ),
      truncated: z.boolean().optional(),
    }),
    aliases: { path: fields.PATH_ALIASES, max_depth: ['maxDepth'], max_entries: ['maxEntries', 'limit'] },
    example: { path: 'src', recursive: true },
    bound: 'windowed',

    touches: ({ path }, { place }) => ({ directory: files.locate(place, path, 'read') }),
    label: ({ path }) => `Listing directory: ${shownName(path)}`,
    details: ({ path }) => [`Directory: ${shownName(path)}`],

    async run({ recursive = false, max_depth, max_entries, offset = 0 }, { directory }, { signal }) {
      const depth = recursive ? max_depth : 1
      const options = { depth, limit: max_entries, offset, signal }
      const { entries, truncated } = await files.listDirectory(directory, options)
      return { entries: entries.map(viewOf), ...(truncated ? { truncated } : {}) }
    },

    text({ entries, truncated }, { recursive = false, offset = 0 }) {
      if (entries.length === 0) return offset === 0 ? 'The directory is empty.' : 'There is nothing more.'
      const lines = entries.map(({ path, type, size, link, kind }) => {
        const shown = `${oneLine(path, PATH_CHARS)}${type === 'directory' ? '/' : ''}`
        if (kind !== undefined) return `${shown} (${kind})`
        if (link === true) return `${shown} (link)`
        return type === 'directory' ? shown : `${shown} (${size ?? '?'} bytes)`
      })
      const more = recursive
        ? `[${entries.length} entries; there are more: list a directory in it, or raise max_entries]`
        : `[entries ${offset + 1}-${offset + entries.length}; continue with offset=${offset + entries.length}]`
      return [...lines, ...(truncated === true ? [more] : [])].join('\n')
    },
  })

/** A link has the type of what it leads to. What is neither file nor directory is called a file, with its kind. */
function viewOf({ path, kind, size, modifiedMs, target }: DirectoryEntry) {
  const isLink = kind === 'link'
  const what = isLink ? (target ?? 'dangling link') : kind
  return {
    path,
    type: what === 'directory' ? ('directory' as const) : ('file' as const),
    ...(what !== 'directory' && size !== null ? { size } : {}),
    ...(modifiedMs === null ? {} : { modified: new Date(modifiedMs).toISOString() }),
    ...(isLink ? { link: true } : {}),
    ...(what === 'file' || what === 'directory' ? {} : { kind: what }),
  }
}
