import { authorization, CALL_TIMEOUT_S, type Client, ifAny, NAME } from '../client.ts'
import type { Places } from '../places.ts'

const COMMON = { name: NAME, description: 'Files and commands of this machine, asked for and recorded.' }

export const goose: Client = {
  id: 'goose',
  label: 'goose',
  programs: ['goose'],
  traces: (places) => [directoryOf(places)],
  files: (places) => [places.join(directoryOf(places), 'config.yaml')],
  projectFile: null,
  syntax: { format: 'yaml' },
  section: 'extensions',
  stdio: ({ command, args, env }) => ({
    enabled: true,
    type: 'stdio',
    ...COMMON,
    cmd: command,
    args,
    ...ifAny('envs', env),
    timeout: CALL_TIMEOUT_S,
  }),
  http: (endpoint) => ({
    enabled: true,
    type: 'streamable_http',
    ...COMMON,
    uri: endpoint.url,
    headers: authorization(endpoint),
    timeout: CALL_TIMEOUT_S,
  }),
  ownCli: null,
  afterwards: ['Start a new session. The desktop app shows it under Extensions.'],
  notes: [],
  timeouts: '`timeout` in seconds: a call may take an hour.',
  oneGate: null,
}

function directoryOf({ env, platform, applications, config, join }: Places): string {
  const root = env['GOOSE_PATH_ROOT']
  if (root) return join(root, 'config')
  return platform === 'win32' ? join(applications, 'Block', 'goose', 'config') : join(config, 'goose')
}
