import { authorization, CALL_TIMEOUT_MS, type Client, ifAny, NAME } from '../client.ts'

export const opencode: Client = {
  id: 'opencode',
  label: 'opencode',
  programs: ['opencode'],
  traces: ({ config, home, join }) => [join(config, 'opencode'), join(home, '.opencode')],
  // On Windows too: it follows the XDG convention everywhere.
  files: ({ config, join }) => [join(config, 'opencode', 'opencode.json'), join(config, 'opencode', 'opencode.jsonc')],
  projectFile: 'opencode.json',
  syntax: { format: 'json', dialect: 'comments-and-commas' },
  section: 'mcp',
  emptyFile: '{\n  "$schema": "https://opencode.ai/config.json"\n}\n',
  stdio: ({ command, args, env }) => ({
    type: 'local',
    command: [command, ...args],
    ...ifAny('environment', env),
    enabled: true,
    timeout: CALL_TIMEOUT_MS,
  }),
  http: (endpoint) => ({
    type: 'remote',
    url: endpoint.url,
    headers: authorization(endpoint),
    oauth: false,
    enabled: true,
    timeout: CALL_TIMEOUT_MS,
  }),
  ownCli: {
    program: 'opencode',
    add: ({ command, args, env }) => [
      'mcp',
      'add',
      NAME,
      ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      '--',
      command,
      ...args,
    ],
    remove: null,
    flaw: 'It lays out the other servers anew, sets no timeout, and cannot remove a server.',
  },
  afterwards: ['Start a new session.'],
  notes: ['`opencode.jsonc` is used where it exists and `opencode.json` does not.'],
  timeouts: '`timeout` in milliseconds: a call may take an hour. Without it opencode gives up after five seconds.',
  oneGate: null,
}
