import { authorization, type Client, ifAny } from '../client.ts'

export const windsurf: Client = {
  id: 'windsurf',
  label: 'Windsurf',
  programs: ['windsurf'],
  traces: ({ home, join }) => [join(home, '.codeium', 'windsurf')],
  files: ({ home, join }) => [join(home, '.codeium', 'windsurf', 'mcp_config.json')],
  projectFile: null,
  syntax: { format: 'json', dialect: 'plain' },
  section: 'mcpServers',
  stdio: ({ command, args, env }) => ({ command, args, ...ifAny('env', env) }),
  http: (endpoint) => ({ serverUrl: endpoint.url, headers: authorization(endpoint) }),
  ownCli: null,
  afterwards: ['Press refresh in the MCP panel of Windsurf, or start it again.'],
  notes: ['An address stands under `serverUrl`; `url` is not read.'],
  timeouts: 'It has no setting for this.',
  oneGate: null,
}
