import { authorization, CALL_TIMEOUT_S, type Client, ifAny, NAME } from '../client.ts'
import { directoryFrom } from '../places.ts'

const START_TIMEOUT_S = 30
const TIMEOUTS = { startup_timeout_sec: START_TIMEOUT_S, tool_timeout_sec: CALL_TIMEOUT_S }

export const codex: Client = {
  id: 'codex',
  label: 'Codex',
  programs: ['codex'],
  traces: (places) => [directoryFrom(places, 'CODEX_HOME', places.join(places.home, '.codex'))],
  files: (places) => [
    places.join(directoryFrom(places, 'CODEX_HOME', places.join(places.home, '.codex')), 'config.toml'),
  ],
  projectFile: '.codex/config.toml',
  syntax: { format: 'toml' },
  section: 'mcp_servers',
  stdio: ({ command, args, env }) => ({ command, args, ...ifAny('env', env), ...TIMEOUTS }),
  http: (endpoint) => ({ url: endpoint.url, http_headers: authorization(endpoint), ...TIMEOUTS }),
  ownCli: {
    program: 'codex',
    add: ({ command, args, env }) => [
      'mcp',
      'add',
      NAME,
      ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      '--',
      command,
      ...args,
    ],
    remove: ['mcp', 'remove', NAME],
    flaw: 'It drops comments in and between the tables of all servers, and sets no timeouts.',
  },
  afterwards: ['Start a new session.'],
  notes: ['The command line, the app and the editor extension share this file.'],
  timeouts: '`tool_timeout_sec`: a call may take an hour. `startup_timeout_sec`: a first start may take 30 seconds.',
  oneGate: null,
}
