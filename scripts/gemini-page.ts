import { createNames } from '../src/profiles/names.ts'
import type { Catalog } from '../src/tools/catalog.ts'
import { GENERATED } from './toolset-page.ts'

interface Row {
  /** The name today; older ones, which some versions still use, behind it. */
  readonly gemini: readonly string[]
  readonly tools: readonly string[]
  readonly note: string
}

/** Names move: they are data, and the page says which of our tools are there. */
const ROWS: readonly Row[] = [
  { gemini: ['list_directory'], tools: ['fs_list'], note: 'Optional `recursive` and `max_depth`.' },
  { gemini: ['read_file'], tools: ['fs_read', 'fs_read_range'], note: '`fs_read` by bytes, `fs_read_range` by lines.' },
  { gemini: ['write_file'], tools: ['fs_write'], note: '`mode`: overwrite, append or create_if_missing.' },
  { gemini: ['glob'], tools: ['fs_search'], note: 'Files by pattern under a base directory.' },
  { gemini: ['grep_search', 'search_file_content'], tools: ['fs_grep'], note: 'Text or regular expression in files.' },
  { gemini: ['replace'], tools: ['fs_patch'], note: 'Replace first or all, insert before or after.' },
  { gemini: ['read_many_files'], tools: [], note: 'Composed by the caller: search, then read.' },
  { gemini: ['run_shell_command'], tools: ['shell_exec'], note: 'One command, with output and exit code.' },
  {
    gemini: [],
    tools: ['shell_start_session', 'shell_send_input', 'shell_read_output', 'shell_stop_session'],
    note: 'Sessions that go on: no counterpart.',
  },
  { gemini: ['web_fetch', 'google_web_search'], tools: [], note: "The caller's own tools." },
  { gemini: ['save_memory'], tools: ['memory_operations'], note: 'Another profile than `remote-primitives`.' },
  { gemini: ['write_todos'], tools: ['todo_operations'], note: 'Another profile than `remote-primitives`.' },
  { gemini: ['ask_user'], tools: ['user_collaboration'], note: 'Another profile than `remote-primitives`.' },
  { gemini: ['invoke_agent'], tools: ['run_subagent'], note: 'Another profile than `remote-primitives`.' },
]

/** What Gemini CLI calls its own tools, and what does the same here. */
export function geminiPages(catalog: Catalog): ReadonlyMap<string, string> {
  const names = createNames(catalog)
  const shown = (tool: string) => (names.isKnown(tool) ? `\`${tool}\`` : `\`${tool}\` (not built yet)`)
  const rows = ROWS.map(({ gemini, tools, note }) => {
    const [now, ...before] = gemini
    const old = before.length === 0 ? '' : ` (before: ${before.map((name) => `\`${name}\``).join(', ')})`
    return `| ${now === undefined ? '–' : `\`${now}\`${old}`} | ${tools.length === 0 ? '–' : tools.map(shown).join(', ')} | ${note} |`
  })
  const page = [
    GENERATED,
    '',
    "# Gemini CLI's tools and ours",
    '',
    'With the profile `remote-primitives`, upperhand gives a caller on another machine what Gemini CLI has on its own.',
    '',
    '| Gemini CLI | upperhand | |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ]
  return new Map([['gemini-cli-tools.md', page.join('\n')]])
}
