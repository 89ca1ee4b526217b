const ESC = '\x1b'
const BEL = '\x07'

/** Read by an interactive POSIX shell by way of ENV. It cannot tell when a command starts, only when one ended. */
export function posixInit(secret: string, own: string | undefined): string {
  const mark = (text: string) => `${ESC}]133;${secret};${text}${BEL}`
  return `
${own === undefined ? 'unset ENV' : `ENV=${quote(own)}\nif [ -r "$ENV" ]; then . "$ENV"; fi`}
unset HISTFILE
PS1='${mark('D;$?;$PWD')}'"\${PS1:-\\$ }"'${mark('B')}'
PS2="\${PS2:-> }"'${mark('S')}'
printf '%s' '${mark('I;0;0')}'
`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
