import { type Client, ifAny } from '../client.ts'

const FILE = 'claude_desktop_config.json'

export const claudeDesktop: Client = {
  id: 'claude-desktop',
  label: 'Claude Desktop',
  programs: ['claude-desktop'],
  traces: ({ applications, join }) => [join(applications, 'Claude')],
  files: ({ applications, join }) => [join(applications, 'Claude', FILE)],
  projectFile: null,
  syntax: { format: 'json', dialect: 'plain' },
  section: 'mcpServers',
  stdio: ({ command, args, env }) => ({ command, args, ...ifAny('env', env) }),
  http: null,
  ownCli: null,
  afterwards: ['Quit Claude Desktop and start it again.'],
  notes: ['It calls addresses only through its connectors, which must be public: it is connected by command.'],
  timeouts:
    'It has no setting for this and gives up after about a minute; an approval that comes later still counts when the call is repeated.',
  oneGate: null,
}
