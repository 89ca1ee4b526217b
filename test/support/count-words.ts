import { z } from 'zod'
import { shownName } from '../../src/files/describe-path.ts'
import type { Files } from '../../src/files/files.ts'
import * as fields from '../../src/tools/file_operations/fields.ts'
import { operation } from '../../src/tools/operation.ts'

export const countWords = ({ files }: { files: Files }) =>
  operation({
    name: 'count_words',
    title: 'Count words',
    description: 'Count the words of a text file.',
    effect: 'read',
    icon: 'file-text',
    input: z.strictObject({ filePath: fields.filePath }),
    output: z.object({ filePath: z.string(), words: z.int(), isWhole: z.boolean() }),
    aliases: { filePath: fields.FILE_PATH_ALIASES },
    example: { filePath: 'README.md' },

    touches: ({ filePath }, { place }) => ({ file: files.locate(place, filePath, 'read') }),
    label: ({ filePath }) => `Counting words: ${shownName(filePath)}`,

    async run(_input, { file }, { signal }) {
      const { content, truncated } = await files.readBytes(file, { maxBytes: files.limits.fsReadMaxBytes, signal })
      const words = content.split(/\s+/).filter((word) => word !== '').length
      return { filePath: file.resource.path, words, isWhole: !truncated }
    },

    text: ({ words, isWhole }) => `${words} words${isWhole ? '' : ' in the part that could be read'}`,
  })
