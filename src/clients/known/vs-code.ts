import { authorization, type Client, ifAny, NAME } from '../client.ts'

const EDITIONS = ['Code', 'Code - Insiders', 'VSCodium']

export const vsCode: Client = {
  id: 'vscode',
  label: 'VS Code',
  programs: ['code', 'code-insiders', 'codium'],
  traces: ({ applications, join }) => EDITIONS.map((edition) => join(applications, edition, 'User')),
  files: ({ applications, join }) => EDITIONS.map((edition) => join(applications, edition, 'User', 'mcp.json')),
  projectFile: '.vscode/mcp.json',
  syntax: { format: 'json', dialect: 'comments-and-commas' },
  section: 'servers',
  stdio: ({ command, args, env }) => ({ type: 'stdio', command, args, ...ifAny('env', env) }),
  http: (endpoint) => ({ type: 'http', url: endpoint.url, headers: authorization(endpoint) }),
  ownCli: {
    program: 'code',
    add: (_launch, entry) => ['--add-mcp', JSON.stringify({ name: NAME, ...entry })],
    remove: null,
    flaw: 'It can add a server but not remove one.',
  },
  afterwards: ['VS Code asks once whether it may start the server.'],
  notes: ['This is the default profile; other VS Code profiles have an mcp.json of their own.'],
  timeouts: 'It has no setting for this.',
  oneGate:
    'VS Code asks before each tool as well. To be asked once, by upperhand, choose "Always allow" for the tools of upperhand in its dialog.',
}
