import type { CommandNode, Values } from './command-tree.ts'

/** Everything known beforehand is in the script itself; only ids and names are asked for. */
export function bashScript(tree: readonly CommandNode[], self: string): string {
  const cases = (pick: (node: CommandNode) => string) =>
    tree
      .map((node) => [node.path, pick(node)] as const)
      .filter(([, text]) => text !== '')
      .map(([path, text]) => `    ${quote(path)}) REPLY=${quote(text)} ;;`)
      .join('\n')
  const optionCases = tree
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ flag, values }) => `    ${quote(`${path} ${flag}`)}) REPLY=${quote(source(values))} ;;`),
    )
    .join('\n')
  return `# upperhand completion for bash. In ~/.bashrc: eval "$(upperhand completion bash)"
__upperhand_below() {
  REPLY=''
  case "$1" in
${cases(({ below }) => below.map(({ name }) => name).join(' '))}
  esac
}
__upperhand_flags() {
  REPLY=''
  case "$1" in
${cases(({ options }) => options.map(({ flag }) => flag).join(' '))}
  esac
}
# What stands behind an option: nothing (not an option with a value), files, a list, or a kind to ask for.
__upperhand_option() {
  REPLY=''
  case "$1" in
${optionCases}
  esac
}
__upperhand_argument() {
  REPLY='file'
  case "$1" in
${cases(({ values }) => (values === null ? '' : source(values)))}
  esac
}
__upperhand_offer() {
  local values=''
  case "$1" in
    list:*) values="\${1#list:}" ;;
    kind:*) values="$(${self} __complete "\${1#kind:}" "$2" 2>/dev/null | cut -f 1)" ;;
    *) return ;;
  esac
  compopt +o default +o bashdefault 2>/dev/null
  COMPREPLY+=($(compgen -W "$values" -- "$2"))
}
_upperhand() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' pending='' word i REPLY
  COMPREPLY=()
  [[ $cur == '=' ]] && cur=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    [[ $word == '=' ]] && continue
    if [[ -n $pending ]]; then pending=''; continue; fi
    if [[ $word == -* ]]; then
      __upperhand_option "$at $word"
      pending="$REPLY"
      continue
    fi
    __upperhand_below "$at"
    [[ " $REPLY " == *" $word "* ]] && at="\${at:+$at }$word"
  done
  if [[ -n $pending ]]; then
    __upperhand_offer "$pending" "$cur"
  elif [[ $cur == -* ]]; then
    __upperhand_flags "$at"
    __upperhand_offer "list:$REPLY" "$cur"
  else
    __upperhand_below "$at"
    if [[ -n $REPLY ]]; then __upperhand_offer "list:$REPLY" "$cur"; return; fi
    __upperhand_argument "$at"
    __upperhand_offer "$REPLY" "$cur"
  fi
}
complete -o bashdefault -o default -F _upperhand upperhand
`
}

/** `list:a b`, `kind:profiles` or `file`. */
export function source(values: Values): string {
  if (values === null) return 'file'
  return 'list' in values ? `list:${values.list.join(' ')}` : `kind:${values.kind}`
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
