/** Bound below. */
export const FISH_ENTER = '\x1b[133~'

/** Read after the person's own configuration. */
export function fishInit(secret: string): string {
  return String.raw`
set -g fish_history ''
set -g __uh_secret '${secret}'
set -g __uh_code 0
function __uh_preexec --on-event fish_preexec
    printf '\e]133;%s;C;u;%s\a' $__uh_secret (string sub -l 4000 -- "$argv[1]" | string collect | string escape --style=url)
end
function __uh_postexec --on-event fish_postexec
    printf '\e]133;%s;D;%s;%s\a' $__uh_secret $status $PWD
end
function __uh_prompt --on-event fish_prompt
    printf '\e]133;%s;B\a' $__uh_secret
end
# What does not parse stays in the line editor; so a command of ours is entered by a key of its own, which asks first.
function __uh_enter
    if commandline --is-valid
        commandline -f execute
        return
    end
    echo
    commandline --current-buffer | fish --no-execute
    printf '\e]133;%s;D;%s;%s\a' $__uh_secret 127 $PWD
    commandline --replace ''
    commandline -f repaint
    printf '\e]133;%s;B\a' $__uh_secret
end
# A line that is taken back brings no prompt event.
function __uh_cancel
    commandline -f cancel-commandline
    __uh_prompt
end
for mode in default insert visual
    bind -M $mode \cc __uh_cancel
    bind -M $mode \e\[133~ __uh_enter
end
printf '\e]133;%s;I;1;1\a' $__uh_secret
`
}
