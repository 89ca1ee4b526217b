import { authorization, CALL_TIMEOUT_S, type Client, ifAny } from '../client.ts'
import type { Places } from '../places.ts'

export const zed: Client = {
  id: 'zed',
  label: 'Zed',
  programs: ['zed', 'zeditor'],
  traces: (places) => [directoryOf(places)],
  files: (places) => [places.join(directoryOf(places), 'settings.json')],
  projectFile: null,
  syntax: { format: 'json', dialect: 'comments-and-commas' },
  section: 'context_servers',
  stdio: ({ command, args, env }) => ({
    source: 'custom',
    command,
    args,
    ...ifAny('env', env),
    timeout: CALL_TIMEOUT_S,
  }),
  http: (endpoint) => ({ source: 'custom', url: endpoint.url, headers: authorization(endpoint) }),
  ownCli: null,
  afterwards: ['Zed takes the change up when the file is saved.'],
  notes: [],
  timeouts: '`timeout` in seconds: a call may take an hour.',
  oneGate: null,
}

/** Zed follows the XDG convention on macOS too. */
function directoryOf({ platform, applications, config, join }: Places): string {
  return platform === 'win32' ? join(applications, 'Zed') : join(config, 'zed')
}
