import { quote, source } from './bash.ts'
import type { CommandNode } from './command-tree.ts'

export function zshScript(tree: readonly CommandNode[], self: string): string {
  const rows = (pick: (node: CommandNode) => readonly string[]) =>
    tree
      .map((node) => [node.path, pick(node)] as const)
      .filter(([, words]) => words.length > 0)
      .map(([path, words]) => `    ${quote(path)}) reply=(${words.map(quote).join(' ')}) ;;`)
      .join('\n')
  const optionCases = tree
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ flag, values }) => `    ${quote(`${path} ${flag}`)}) REPLY=${quote(source(values))} ;;`),
    )
    .join('\n')
  const described = (name: string, summary: string) => `${name}:${summary.replaceAll(':', ';')}`
  return `#compdef upperhand
# upperhand completion for zsh. In ~/.zshrc, after compinit: eval "$(upperhand completion zsh)"
__upperhand_below() {
  reply=()
  case "$1" in
${rows(({ below }) => below.map(({ name, summary }) => described(name, summary)))}
  esac
}
__upperhand_flags() {
  reply=()
  case "$1" in
${rows(({ options }) => options.map(({ flag, summary }) => described(flag, summary)))}
  esac
}
__upperhand_option() {
  REPLY=''
  case "$1" in
${optionCases}
  esac
}
__upperhand_argument() {
  REPLY='file'
  case "$1" in
${tree
  .filter(({ values }) => values !== null)
  .map(({ path, values }) => `    ${quote(path)}) REPLY=${quote(source(values))} ;;`)
  .join('\n')}
  esac
}
__upperhand_offer() {
  local -a found
  case "$1" in
    list:*) found=(\${=\${1#list:}}); compadd -- $found ;;
    kind:*)
      found=(\${(f)"$(${self} __complete "\${1#kind:}" "$2" 2>/dev/null)"})
      found=(\${found//:/;})
      found=(\${found/$'\\t'/:})
      (( $#found )) && _describe value found ;;
    *) _files ;;
  esac
}
_upperhand() {
  local cur="\${words[CURRENT]}" at='' pending='' word i REPLY
  local -a reply names
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n $pending ]]; then pending=''; continue; fi
    if [[ $word == -* ]]; then
      __upperhand_option "$at $word"
      pending="$REPLY"
      continue
    fi
    __upperhand_below "$at"
    names=(\${reply%%:*})
    (( \${names[(Ie)$word]} )) && at="\${at:+$at }$word"
  done
  if [[ -n $pending ]]; then
    __upperhand_offer "$pending" "$cur"
  elif [[ $cur == -* ]]; then
    __upperhand_flags "$at"
    _describe option reply
  else
    __upperhand_below "$at"
    if (( $#reply )); then _describe command reply; return; fi
    __upperhand_argument "$at"
    __upperhand_offer "$REPLY" "$cur"
  fi
}
if [[ "$funcstack[1]" == _upperhand ]]; then _upperhand "$@"; else compdef _upperhand upperhand; fi
`
}
