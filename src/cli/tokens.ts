import { Option } from 'commander'
import { parseDuration } from '../base/duration.ts'
import { LEVELS } from '../contract/levels.ts'
import type { IssuedToken, TokenView } from '../contract/tokens.ts'
import type { Api } from './api.ts'
import { byPrefix } from './by-prefix.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { moment, type Output, shown, span, table } from './output.ts'

interface AddOptions {
  readonly profile?: string
  readonly level?: string
  readonly for?: string
}

/** The one in the file, which has no row of its own. */
const FILE = 'agent'
const TOKEN = ['<token>', 'label or id'] as const

export const tokensCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'tokens',
    summary: 'Credentials for AI clients, each for one profile and up to one level.',
    examples: ['upperhand tokens', 'upperhand tokens add open-webui --profile remote-primitives --level read_only'],
  })
    .addCommand(
      listCommand(context, () => {}),
      { isDefault: true },
    )
    .addCommand(addCommand(context, () => {}))
    .addCommand(rotateCommand(context, () => {}))
    .addCommand(revokeCommand(context, () => {}))

const listCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'ls',
    summary: 'List tokens.',
    examples: ['upperhand tokens ls', 'upperhand tokens ls --all'],
  })
    .option('--all', 'also those that ended')
    .action(async (_options, command) => {
      const { api, output, options } = toolsOf<{ readonly all?: boolean }>(context, command)
      const tokens = (await listed(api)).filter((token) => options.all === true || !hasEnded(token))
      output.answer(tokens, () => [
        ...table(tokens.map((token) => tokenRow(token, output))),
        ...(tokens.length === 0 ? ['No named tokens. Clients use the one in the file "token", called agent.'] : []),
      ])
    })

const addCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'add',
    summary: 'Make a token. Its secret is shown once.',
    examples: ['upperhand tokens add open-webui --profile remote-primitives', 'upperhand tokens add ci --for 24h'],
  })
    .argument('<label>', 'what you call it')
    .option('--profile <id>', 'good for this profile only')
    .addOption(new Option('--level <level>', 'nothing beyond it, whatever the profile says').choices(LEVELS))
    .option('--for <time>', 'ends by itself')
    .action(async (label: string, _options, command) => {
      const { api, output, options } = toolsOf<AddOptions>(context, command)
      const issued = await api.post<IssuedToken>('/api/tokens', {
        label,
        profile: options.profile ?? null,
        level: options.level ?? null,
        ...(options.for === undefined ? {} : { forMs: parseDuration(options.for) }),
      })
      output.answer(issued, () => secretLines(issued))
    })

const rotateCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'rotate',
    summary: 'Give a token a new secret. The old one, and what it opened, ends at once.',
    examples: ['upperhand tokens rotate open-webui', 'upperhand tokens rotate agent'],
  })
    .argument(...TOKEN)
    .action(async (given: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      if (given === FILE) {
        await api.post(`/api/tokens/${FILE}/rotate`)
        output.answer({ rotated: FILE }, () => ['The file "token" has a new secret. Clients over HTTP need it.'])
        return
      }
      const { id } = await find(api, given)
      const issued = await api.post<IssuedToken>(`/api/tokens/${id}/rotate`)
      output.answer(issued, () => secretLines(issued))
    })

const revokeCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'revoke',
    summary: 'End a token, and what was opened with it, at once.',
    examples: ['upperhand tokens revoke open-webui'],
  })
    .argument(...TOKEN)
    .action(async (given: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const { id, label } = await find(api, given)
      await api.remove(`/api/tokens/${id}`)
      output.answer({ revoked: id }, () => [`Ended: ${shown(label)}. Whatever used it is disconnected.`])
    })

async function listed(api: Api): Promise<TokenView[]> {
  return (await api.get<{ tokens: TokenView[] }>('/api/tokens')).tokens
}

async function find(api: Api, given: string): Promise<TokenView> {
  const tokens = (await listed(api)).filter((token) => !hasEnded(token))
  return tokens.find(({ label }) => label === given) ?? byPrefix(tokens, given, 'token')
}

function hasEnded({ revokedAt, expiresAt }: TokenView): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= Date.now())
}

function tokenRow(token: TokenView, { paint }: Output): string[] {
  const { id, label, profile, level, lastUsedAt, expiresAt } = token
  const end = hasEnded(token) ? paint('dim', 'ended') : expiresAt === undefined ? '' : `until ${moment(expiresAt)}`
  const used = lastUsedAt === null ? 'never used' : `used ${span(Date.now() - lastUsedAt)} ago`
  return [id.slice(0, 12), shown(label), profile ?? 'any profile', level ?? 'any level', used, end]
}

function secretLines({ token, secret }: IssuedToken): string[] {
  const { label, profile, level } = token
  return [
    `${shown(label)}: ${profile === null ? 'any profile' : `profile ${profile}`}, ${level === null ? 'any level' : `up to ${level}`}.`,
    'The secret, shown this once:',
    secret,
  ]
}
