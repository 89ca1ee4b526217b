import { authorization, type Client, ifAny } from '../client.ts'

export const cursor: Client = {
  id: 'cursor',
  label: 'Cursor',
  programs: ['cursor', 'cursor-agent'],
  traces: ({ home, applications, join }) => [join(home, '.cursor'), join(applications, 'Cursor')],
  files: ({ home, join }) => [join(home, '.cursor', 'mcp.json')],
  projectFile: '.cursor/mcp.json',
  syntax: { format: 'json', dialect: 'plain' },
  section: 'mcpServers',
  stdio: ({ command, args, env }) => ({ command, args, ...ifAny('env', env) }),
  http: (endpoint) => ({ url: endpoint.url, headers: authorization(endpoint) }),
  ownCli: null,
  afterwards: ['Cursor may ask whether to enable the server: Settings, then MCP.'],
  notes: [],
  timeouts: 'It has no setting for this.',
  oneGate: null,
}
