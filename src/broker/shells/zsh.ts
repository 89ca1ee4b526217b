/** A directory of start-up files that read the person's own, each in its turn, and add the marks at the end. */
export function zshFiles(secret: string): Readonly<Record<string, string>> {
  return {
    '.zshenv': `
__uh_dir=$ZDOTDIR
if (( $+UPPERHAND_ZDOTDIR )); then ZDOTDIR=$UPPERHAND_ZDOTDIR; else unset ZDOTDIR; fi
unset UPPERHAND_ZDOTDIR
if [[ -r ${'$'}{ZDOTDIR:-$HOME}/.zshenv ]]; then . "${'$'}{ZDOTDIR:-$HOME}/.zshenv"; fi
if (( $+ZDOTDIR )); then __uh_own=$ZDOTDIR; fi
ZDOTDIR=$__uh_dir
`,
    '.zprofile': readOwn('.zprofile'),
    '.zshrc': `${readOwn('.zshrc')}${marks(secret)}`,
    '.zlogin': `
if (( $+__uh_own )); then ZDOTDIR=$__uh_own; else unset ZDOTDIR; fi
unset __uh_own __uh_dir
if [[ -r ${'$'}{ZDOTDIR:-$HOME}/.zlogin ]]; then . "${'$'}{ZDOTDIR:-$HOME}/.zlogin"; fi
unset HISTFILE
`,
  }
}

function readOwn(name: string): string {
  return `
if (( $+__uh_own )); then ZDOTDIR=$__uh_own; else unset ZDOTDIR; fi
if [[ -r ${'$'}{ZDOTDIR:-$HOME}/${name} ]]; then . "${'$'}{ZDOTDIR:-$HOME}/${name}"; fi
if (( $+ZDOTDIR )); then __uh_own=$ZDOTDIR; else unset __uh_own; fi
ZDOTDIR=$__uh_dir
`
}

/** History expansion is off, and comments are comments: a command must mean what the one who approved it saw. */
function marks(secret: string): string {
  return String.raw`
unset HISTFILE
setopt no_bang_hist interactive_comments no_prompt_sp no_prompt_cr
__uh_secret='${secret}'
__uh_precmd() {
  local code=$?
  setopt local_options no_xtrace
  builtin printf '\033]133;%s;D;%s;%s\007' "$__uh_secret" "$code" "$PWD"
}
__uh_preexec() {
  emulate -L zsh
  setopt no_xtrace
  local text=${'$'}{1[1,4000]}
  text=${'$'}{text//\\/\\x5c}; text=${'$'}{text//;/\\x3b}; text=${'$'}{text//$'\n'/\\x0a}
  text=${'$'}{text//$'\e'/\\x1b}; text=${'$'}{text//$'\a'/\\x07}
  builtin printf '\033]133;%s;C;x;%s\007' "$__uh_secret" "$text"
}
__uh_ready() {
  setopt local_options no_xtrace
  if [[ $CONTEXT == start ]]; then builtin printf '\033]133;%s;B\007' "$__uh_secret"
  elif [[ $CONTEXT == cont ]]; then builtin printf '\033]133;%s;S\007' "$__uh_secret"
  fi
}
precmd_functions=(__uh_precmd $precmd_functions)
preexec_functions+=(__uh_preexec)
autoload -Uz add-zle-hook-widget
add-zle-hook-widget line-init __uh_ready
builtin printf '\033]133;%s;I;%s;1\007' "$__uh_secret" "$(( $+zle_bracketed_paste ))"
`
}
