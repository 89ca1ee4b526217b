import { source } from './bash.ts'
import type { CommandNode } from './command-tree.ts'

export function fishScript(tree: readonly CommandNode[], self: string): string {
  const cases = (pick: (node: CommandNode) => readonly string[]) =>
    tree
      .map((node) => [node.path, pick(node)] as const)
      .filter(([, lines]) => lines.length > 0)
      .map(([path, lines]) => `    case ${quoteFish(path)}\n      printf '%s\\n' ${lines.map(quoteFish).join(' ')}`)
      .join('\n')
  const optionCases = tree
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ flag, values }) => `    case ${quoteFish(`${path} ${flag}`)}\n      echo ${quoteFish(source(values))}`),
    )
    .join('\n')
  return `# upperhand completion for fish: upperhand completion fish > ~/.config/fish/completions/upperhand.fish
function __upperhand_below
  switch "$argv[1]"
${cases(({ below }) => below.map(({ name, summary }) => `${name}\t${summary}`))}
  end
end
function __upperhand_flags
  switch "$argv[1]"
${cases(({ options }) => options.map(({ flag, summary }) => `${flag}\t${summary}`))}
  end
end
function __upperhand_option
  switch "$argv[1]"
${optionCases}
  end
end
function __upperhand_argument
  switch "$argv[1]"
${cases(({ values }) => (values === null ? [] : [source(values)]))}
    case '*'
      echo file
  end
end
function __upperhand_offer
  set -l rest (string replace -r '^[a-z]*:' '' -- "$argv[1]")
  switch "$argv[1]"
    case 'list:*'
      string split ' ' -- $rest
    case 'kind:*'
      ${self} __complete $rest "$argv[2]" 2>/dev/null
    case '*'
      __fish_complete_path "$argv[2]"
  end
end
function __upperhand_complete
  set -l before (commandline -opc)
  set -l cur (commandline -ct)
  set -l at ''
  set -l pending ''
  for word in $before[2..-1]
    if test -n "$pending"
      set pending ''
      continue
    end
    if string match -q -- '-*' $word
      set pending (__upperhand_option "$at $word")
      continue
    end
    if contains -- $word (__upperhand_below "$at" | string replace -r '\\t.*' '')
      set at (string trim -- "$at $word")
    end
  end
  if test -n "$pending"
    __upperhand_offer "$pending" "$cur"
  else if string match -q -- '-*' $cur
    __upperhand_flags "$at"
  else
    set -l below (__upperhand_below "$at")
    if test (count $below) -gt 0
      printf '%s\\n' $below
    else
      __upperhand_offer (__upperhand_argument "$at") "$cur"
    end
  end
end
complete -c upperhand -f -a '(__upperhand_complete)'
`
}

function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
