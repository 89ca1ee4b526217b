import { Argument } from 'commander'
import { parseDuration } from '../base/duration.ts'
import { LEVELS, type Level } from '../contract/levels.ts'
import type { LevelView } from '../contract/machine-level.ts'
import type { StatusView } from '../contract/status.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { moment, span } from './output.ts'

interface Options {
  readonly for?: string
}

const WORDS: Readonly<Record<string, Level | null>> = {
  confirm: 'execute_with_confirm',
  full: 'full_access',
  off: null,
}

export const levelCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'level',
    summary: 'See or set how much may happen on this machine, whatever the profile.',
    examples: ['upperhand level', 'upperhand level read_only', 'upperhand level full --for 1h', 'upperhand level off'],
  })
    .addArgument(new Argument('[level]', 'what holds from now on').choices([...LEVELS, ...Object.keys(WORDS)]))
    .option('--for <time>', 'only that long, then what held before; full access always needs it')
    .action(async (word: string | undefined, _options, command) => {
      const { api, output, options } = toolsOf<Options>(context, command)
      const change = word === undefined ? undefined : { level: word in WORDS ? WORDS[word] : word, ...time(options) }
      const view = await (change === undefined
        ? api.get<LevelView>('/api/level')
        : api.post<LevelView>('/api/level', change))
      const { activeProfile, profiles } = await api.get<StatusView>('/api/status')
      const profile = profiles.find(({ id }) => id === activeProfile)
      output.answer(view, () => [
        ...levelLines(view),
        ...(profile === undefined ? [] : [`The stricter holds: the profile ${profile.id} has ${profile.level}.`]),
      ])
    })

function time({ for: duration }: Options): { forMs?: number } {
  return duration === undefined ? {} : { forMs: parseDuration(duration) }
}

function levelLines({ machine, until, standing, settings }: LevelView): string[] {
  const own =
    machine === null
      ? 'This machine has no level of its own.'
      : until === null
        ? `This machine has ${machine}.`
        : `This machine has ${machine} for ${span(until - Date.now())}, until ${moment(until)}; then ${standing ?? 'none'}.`
  return [own, ...(settings === null ? [] : [`settings.json has ${settings}.`])]
}
