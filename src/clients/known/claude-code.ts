import { authorization, CALL_TIMEOUT_MS, type Client, ifAny, NAME } from '../client.ts'
import { directoryFrom } from '../places.ts'

export const claudeCode: Client = {
  id: 'claude-code',
  label: 'Claude Code',
  programs: ['claude'],
  traces: ({ home, join }) => [
    join(home, '.claude'),
    join(home, '.claude.json'),
    join(home, '.local', 'bin', 'claude'),
  ],
  files: (places) => [places.join(directoryFrom(places, 'CLAUDE_CONFIG_DIR', places.home), '.claude.json')],
  projectFile: '.mcp.json',
  syntax: { format: 'json', dialect: 'plain' },
  section: 'mcpServers',
  stdio: ({ command, args, env }) => ({
    type: 'stdio',
    command,
    args,
    ...ifAny('env', env),
    timeout: CALL_TIMEOUT_MS,
  }),
  http: (endpoint) => ({
    type: 'http',
    url: endpoint.url,
    headers: authorization(endpoint),
    timeout: CALL_TIMEOUT_MS,
  }),
  ownCli: {
    program: 'claude',
    add: (_launch, entry) => ['mcp', 'add-json', '--scope', 'user', NAME, JSON.stringify(entry)],
    remove: ['mcp', 'remove', '--scope', 'user', NAME],
    flaw: 'It rewrites the whole file in its own layout, adds state of its own, and leaves an empty section behind.',
  },
  afterwards: ['Sessions that are open keep their servers: start a new one, or use /mcp there.'],
  notes: [],
  timeouts: '`timeout` in milliseconds: a call may take an hour.',
  oneGate:
    'Claude Code asks before each tool as well. To be asked once, by upperhand, add "mcp__upperhand__*" to permissions.allow in ~/.claude/settings.json.',
}
