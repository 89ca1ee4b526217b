import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The work of `fs_read` and nothing else: no policy, no history. Its answer has the shape of ours. */
export function readTool({ path, max_bytes = 131_072 }) {
  const fd = openSync(path, 'r')
  try {
    const { size } = fstatSync(fd)
    const bytes = Buffer.allocUnsafe(Math.min(size, max_bytes))
    const read = readSync(fd, bytes, 0, bytes.length, 0)
    const content = bytes.toString('utf8', 0, read)
    return {
      content: [{ type: 'text', text: content }],
      structuredContent: { path, content, truncated: size > max_bytes, size },
    }
  } finally {
    closeSync(fd)
  }
}

export const READ_TOOL = {
  name: 'fs_read',
  title: 'Read file',
  description: 'Read a text file from its beginning, up to a number of bytes.',
}
