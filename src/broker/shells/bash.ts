/**
 * Read instead of ~/.bashrc, so it does what a login shell would do before it adds the marks.
 * History expansion is off: `!` in a command must mean what the one who approved it saw.
 * With `set -x` our own functions stay silent: a trace of them would show the secret.
 */
export function bashInit(secret: string): string {
  return String.raw`
if [ -r /etc/profile ]; then . /etc/profile; fi
if [ -r ~/.bash_profile ]; then . ~/.bash_profile
elif [ -r ~/.bash_login ]; then . ~/.bash_login
elif [ -r ~/.profile ]; then . ~/.profile
elif [ -r ~/.bashrc ]; then . ~/.bashrc
fi
unset HISTFILE
unset ENV
set +H
__uh_secret='${secret}'
__uh_bang='\!'
__uh_number=
__uh_ready='\[\e]133;${secret};B\a\]'
__uh_more='\[\e]133;${secret};S\a\]'
__uh_start='$(__uh_preexec)'
readonly __uh_secret __uh_bang __uh_ready __uh_more __uh_start
__uh_first() {
  __uh_code=$?
  { local -; set +x; } 2>/dev/null
  builtin printf '\033]133;%s;D;%s;%s\007' "$__uh_secret" "$__uh_code" "$PWD"
  return "$__uh_code"
}
__uh_last() {
  { local -; set +x; } 2>/dev/null
  case $PS1 in *"$__uh_ready"*) ;; *) PS1=$PS1$__uh_ready ;; esac
  case $PS2 in *"$__uh_more"*) ;; *) PS2=$PS2$__uh_more ;; esac
  case $PS0 in *"$__uh_start"*) ;; *) PS0=$PS0$__uh_start ;; esac
  # Before the first command the number is that of the command to come, later that of the last one.
  if [[ -z $__uh_number ]]; then __uh_number=0; else __uh_number=${'$'}{__uh_bang@P}; fi
}
__uh_preexec() {
  { local -; set +x; } 2>/dev/null
  local line text=
  line=$(HISTTIMEFORMAT= builtin history 1)
  if [[ $line =~ ^\ *([0-9]+)\*?\ +(.*)$ && ${'$'}{BASH_REMATCH[1]} != "$__uh_number" ]]; then
    text=${'$'}{BASH_REMATCH[2]:0:4000}
    text=${'$'}{text//\\/\\x5c}; text=${'$'}{text//;/\\x3b}; text=${'$'}{text//$'\n'/\\x0a}
    text=${'$'}{text//$'\e'/\\x1b}; text=${'$'}{text//$'\a'/\\x07}
  fi
  builtin printf '\033]133;%s;C;x;%s\007' "$__uh_secret" "$text"
}
if [[ $(builtin bind -v 2>/dev/null) == *'enable-bracketed-paste on'* ]]; then __uh_code=1; else __uh_code=0; fi
builtin printf '\033]133;%s;I;%s;1\007' "$__uh_secret" "$__uh_code"
if (( BASH_VERSINFO[0] > 5 || (BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 1) )); then
  PROMPT_COMMAND=(__uh_first "${'$'}{PROMPT_COMMAND[@]}" __uh_last)
else
  PROMPT_COMMAND="__uh_first${'$'}{PROMPT_COMMAND:+; $PROMPT_COMMAND}; __uh_last"
fi
`
}
