import type { Command, Option } from 'commander'

/** Where the values of an argument or option come from: `bin/complete.mjs` knows each kind. */
export type Kind =
  | 'approvals'
  | 'grants'
  | 'rules'
  | 'calls'
  | 'profiles'
  | 'tools'
  | 'switches'
  | 'terminals'
  | 'tokens'

/** What may stand behind one command. `path` is `''` for the program itself, `ask show` for what is two below it. */
export interface CommandNode {
  readonly path: string
  readonly below: readonly { readonly name: string; readonly summary: string }[]
  readonly options: readonly OptionNode[]
  readonly values: Values
}

export interface OptionNode {
  readonly flag: string
  readonly summary: string
  readonly takesValue: boolean
  readonly values: Values
}

/** A fixed list, a kind that is asked for, or nothing in particular: then the shell offers files. */
export type Values = { readonly list: readonly string[] } | { readonly kind: Kind } | null

export const ARGUMENT_KINDS: Readonly<Record<string, Kind>> = {
  'ask show': 'approvals',
  'ask approve': 'approvals',
  'ask deny': 'approvals',
  'ask answer': 'approvals',
  'ask revoke': 'grants',
  'rules rm': 'rules',
  'rules test': 'tools',
  'history show': 'calls',
  'tools on': 'switches',
  'tools off': 'switches',
  'tools allow': 'switches',
  'tools confirm': 'switches',
  'tools block': 'switches',
  'tools inherit': 'switches',
  'profile show': 'profiles',
  'profile use': 'profiles',
  'profile clone': 'profiles',
  'profile rm': 'profiles',
  'profile export': 'profiles',
  'term attach': 'terminals',
  'term kill': 'terminals',
  'tokens rotate': 'tokens',
  'tokens revoke': 'tokens',
  call: 'tools',
}
const OPTIONS: Readonly<Record<string, Kind>> = { '--profile': 'profiles', '--operation': 'tools' }

/** Every command with its options; `fixed` gives argument values that the commands themselves do not say. */
export function commandTree(program: Command, fixed: Readonly<Record<string, readonly string[]>>): CommandNode[] {
  const shared = optionsOf(program)
  const walk = (command: Command, path: string): CommandNode[] => {
    const below = command.commands.filter((one) => !isHidden(one))
    const own = command === program ? [] : optionsOf(command)
    return [
      {
        path,
        below: below.map((one) => ({ name: one.name(), summary: one.description() })),
        options: [...own, ...shared],
        values: argumentValues(command, path, fixed),
      },
      ...below.flatMap((one) => walk(one, `${path} ${one.name()}`.trim())),
    ]
  }
  return walk(program, '')
}

function argumentValues(command: Command, path: string, fixed: Readonly<Record<string, readonly string[]>>): Values {
  const list = fixed[path] ?? command.registeredArguments[0]?.argChoices
  if (list !== undefined) return { list }
  const kind = ARGUMENT_KINDS[path]
  return kind === undefined ? null : { kind }
}

function optionsOf(command: Command): OptionNode[] {
  const help = { flag: '--help', summary: 'show help', takesValue: false, values: null }
  const own = command.options.filter(({ hidden, long }) => !hidden && long !== undefined).map(optionNode)
  return command.parent === null ? [...own, help] : own
}

function optionNode({ long, description, required, argChoices }: Option): OptionNode {
  const flag = long ?? ''
  const kind = OPTIONS[flag]
  const values = argChoices === undefined ? (kind === undefined ? null : { kind }) : { list: argChoices }
  return { flag, summary: description, takesValue: required, values: required ? values : null }
}

/** Commander keeps it to itself. */
function isHidden(command: Command): boolean {
  return (command as Command & { _hidden?: boolean })._hidden === true || command.name() === 'help'
}
