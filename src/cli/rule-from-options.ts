import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseDuration } from '../base/duration.ts'
import { HostError } from '../base/host-error.ts'
import { WEEKDAYS } from '../contract/rules.ts'
import { commandMatch } from './command-match.ts'
import type { Context } from './context.ts'
import { parseObject } from './parse-arguments.ts'

export interface RuleOptions {
  readonly allow?: boolean
  readonly ask?: boolean
  readonly deny?: boolean
  readonly operation?: string
  readonly path?: string
  readonly command?: string
  readonly host?: string
  readonly match?: string
  readonly project?: string
  readonly client?: string
  readonly profile?: string
  readonly days?: string
  readonly from?: string
  readonly to?: string
  readonly for?: string
  readonly uses?: string
  readonly message?: string
  readonly example?: string[]
  readonly notExample?: string[]
}

type Place = Pick<Context, 'directory' | 'env'>

/** The body of a rule, as the daemon takes it; it checks the rest. */
export async function ruleFromOptions(
  options: RuleOptions,
  place: Place,
  now: number,
): Promise<Record<string, unknown>> {
  const { client, profile, from, to, message } = options
  const project = options.project === undefined ? undefined : directoryOf(options.project, place)
  return {
    effect: effectOf(options),
    operation: options.operation ?? '*',
    match: await matchOf(options, place),
    where: given({ profile, project, client }),
    when: given({ days: options.days === undefined ? undefined : daysOf(options.days), from, to }),
    ...given({
      expiresAt: options.for === undefined ? undefined : now + parseDuration(options.for),
      maxUses: options.uses === undefined ? undefined : usesOf(options.uses),
      message,
    }),
    examples: { match: options.example ?? [], not: options.notExample ?? [] },
  }
}

function effectOf({ allow, ask, deny }: RuleOptions): string {
  const chosen = Object.entries({ allow, ask, deny }).filter(([, isChosen]) => isChosen === true)
  if (chosen.length === 1 && chosen[0] !== undefined) return chosen[0][0]
  throw wrong('Say one of --allow, --ask and --deny.')
}

async function matchOf({ path, command, host, match }: RuleOptions, place: Place): Promise<Record<string, unknown>> {
  if ([path, command, match].filter((one) => one !== undefined).length > 1)
    throw wrong('Say one of --path, --command and --match.')
  if (host !== undefined && (path !== undefined || match !== undefined))
    throw wrong('--host goes with --command, or stands alone.')
  if (match !== undefined) return { ...parseObject(match, '--match') }
  if (path !== undefined) return { path: absolute(path, place) }
  return { ...given({ host }), ...(command === undefined ? {} : { command: await commandMatch(command, place) }) }
}

/** Rules compare canonical paths: relative ones and `~` are meant from here. */
function absolute(path: string, { directory, env }: Place): string {
  if (path === '~' || path.startsWith('~/')) return join(env['HOME'] || homedir(), path.slice(2))
  return path.startsWith('**') ? path : resolve(directory, path)
}

function directoryOf(path: string, place: Place): string {
  const full = absolute(path, place)
  try {
    return realpathSync(full)
  } catch (cause) {
    throw new HostError('NOT_FOUND', `There is no directory ${full}.`, { cause })
  }
}

function daysOf(text: string): string[] {
  const days = text.toLowerCase().split(',')
  const unknown = days.find((day) => !WEEKDAYS.some((known) => known === day))
  if (unknown === undefined) return days
  throw wrong(`"${unknown}" is not a day. Days are ${WEEKDAYS.join(', ')}, with commas between.`)
}

function usesOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw wrong('--uses is a whole number from 1.')
}

function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function wrong(message: string): HostError {
  return new HostError('INVALID_PARAMETERS', message, { hint: 'See upperhand rules add --help.' })
}
