import { authorization, CALL_TIMEOUT_MS, type Client, ifAny, NAME } from '../client.ts'
import { directoryFrom } from '../places.ts'

export const geminiCli: Client = {
  id: 'gemini-cli',
  label: 'Gemini CLI',
  programs: ['gemini'],
  traces: (places) => [places.join(directoryFrom(places, 'GEMINI_CLI_HOME', places.home), '.gemini')],
  files: (places) => [places.join(directoryFrom(places, 'GEMINI_CLI_HOME', places.home), '.gemini', 'settings.json')],
  projectFile: '.gemini/settings.json',
  syntax: { format: 'json', dialect: 'comments' },
  section: 'mcpServers',
  stdio: ({ command, args, env }) => ({ command, args, ...ifAny('env', env), timeout: CALL_TIMEOUT_MS }),
  http: (endpoint) => ({ httpUrl: endpoint.url, headers: authorization(endpoint), timeout: CALL_TIMEOUT_MS }),
  ownCli: {
    program: 'gemini',
    add: ({ command, args, env }) => [
      'mcp',
      'add',
      '--scope',
      'user',
      '--timeout',
      String(CALL_TIMEOUT_MS),
      ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      NAME,
      command,
      ...args,
    ],
    remove: ['mcp', 'remove', '--scope', 'user', NAME],
    flaw: 'It lays out the whole file anew and drops the last line break.',
  },
  afterwards: ['Start a new session. In a folder that Gemini does not trust all servers are disabled.'],
  notes: ['An address stands under `httpUrl`; `url` means the old SSE transport.'],
  timeouts: '`timeout` in milliseconds: a call may take an hour.',
  oneGate: 'Gemini CLI asks before each tool as well. To be asked once, by upperhand, add "trust": true to this entry.',
}
