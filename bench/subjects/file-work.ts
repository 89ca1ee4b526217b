import type { StdioServer } from './stdio-servers.ts'

/** What is asked of every server that works with files; a server that cannot do one of these does not take part in it. */
export interface FileWork {
  readonly name: string
  readonly cpu?: () => number | undefined
  readonly read: (path: string) => Promise<unknown>
  readonly readHead?: (path: string, bytes: number) => Promise<unknown>
  /** Answers the text, so that wrong lines are noticed. */
  readonly readLines?: (path: string, first: number, last: number) => Promise<string>
  readonly write: (path: string, content: string) => Promise<unknown>
  readonly edit: (path: string, from: string, to: string) => Promise<unknown>
  readonly list: (path: string) => Promise<unknown>
  /** Answers how many were found. */
  readonly find: (directory: string, glob: string) => Promise<number>
  readonly grep?: (directory: string, query: Grep) => Promise<number>
}

export interface Grep {
  readonly pattern: string
  readonly isRegex: boolean
  readonly limit: number
}

type Result = Readonly<Record<string, unknown>>

export function ourWork(server: StdioServer): FileWork {
  const matches = (result: Result) => listOf(result, 'matches').length
  return {
    name: 'ours',
    cpu: server.cpu,
    read: (path) => server.call('fs_read', { path }),
    readHead: (path, bytes) => server.call('fs_read', { path, max_bytes: bytes }),
    readLines: async (path, first, last) => {
      const result = await server.call('fs_read_range', { path, start_line: first, end_line: last })
      return String((result['structuredContent'] as Result)['content'])
    },
    write: (path, content) => server.call('fs_write', { path, content }),
    edit: (path, from, to) =>
      server.call('file_operations', { operation: 'replace_string', filePath: path, oldString: from, newString: to }),
    list: (path) => server.call('fs_list', { path, max_entries: 10_000 }),
    find: async (base, glob) => matches(await server.call('fs_search', { base, glob })),
    grep: async (base, { pattern, isRegex, limit }) =>
      matches(await server.call('fs_grep', { base, pattern, literal: !isRegex, max_matches: limit })),
  }
}

function listOf(result: Result, key: string): readonly unknown[] {
  const output = result['structuredContent'] as Result | undefined
  const list = output?.[key]
  if (!Array.isArray(list)) throw new Error(`The answer has no ${key}: ${JSON.stringify(result).slice(0, 300)}`)
  return list
}

export function textOf(result: Result): string {
  const content = result['content'] as readonly { readonly text?: string }[] | undefined
  return (content ?? []).map(({ text = '' }) => text).join('\n')
}
