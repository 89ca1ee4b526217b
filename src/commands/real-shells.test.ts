import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { analysed, loadCommands } from '../../test/support/command-table.ts'
import { temporaryDirectory } from '../../test/support/temporary.ts'

/** Ways to run `touch pwned` with a text that looks like something else; each works in at least one shell. */
const WAYS = String.raw`
echo $(touch pwned)
echo "${'`'}touch pwned${'`'}"
echo ${'${'}x:-$(touch pwned)}
echo ${'${'}a[$(touch pwned)]}
echo $(( $(touch pwned; echo 1) ))
i='a[$(touch pwned)]'; echo ${'${'}b[i]}
i='a[$(touch pwned)]'; echo ${'${'}b:i}
i='a[$(touch pwned)]'; echo $((i))
i='a[$(touch pwned)]'; [[ i -eq 1 ]]
[[ -v a[$(touch pwned)] ]]
[ "$(touch pwned)" ]
declare -i x='a[$(touch pwned)]'
declare -n r='a[$(touch pwned)]'; echo $r
read -t 'a[$(touch pwned)]' x
printf -v 'a[$(touch pwned)]' x
unset 'a[$(touch pwned)]'
let 'a[$(touch pwned)]'
(( a[$(touch pwned)] ))
a[$(touch pwned)]=1
a=([$(touch pwned)]=1)
export x=$(touch pwned)
cat <<< "$(touch pwned)"
ls > >(touch pwned)
cat <(touch pwned)
cat =(touch pwned)
echo *(e:'touch pwned':)
echo ${'${'}(e):-'$(touch pwned)'}
x='$(touch pwned)'; echo "${'${'}x@P}"
PS4='$(touch pwned)'; set -x; ls
alias ls='touch pwned'; eval ls
ls() { touch pwned; }; ls
trap 'touch pwned' EXIT
mapfile -C 'touch pwned #' -c 1 x < f.txt
compgen -C 'touch pwned' a
hash ls=./evil; ls
path=(.); ls2
READNULLCMD=./evil; <f.txt
repeat 1 touch pwned
t\ouch pwned
$'to\x75ch' pwned
to""uch pwned
x=touch; $x pwned
{touch,pwned}
eval "to""uch pwned"
find . -maxdepth 0 -exec touch pwned \;
echo pwned | xargs touch
sed -n '1w pwned' f.txt
sed '1e touch pwned' f.txt
awk 'BEGIN{system("touch pwned")}'
sort -o pwned f.txt
env -S 'touch pwned'
cat f.txt >pwned
cat f.txt >|pwned
: <> pwned
echo ok 2>pwned
>pwned
tee pwned < f.txt
ls | ./evil
git -c core.pager='touch pwned' --help --paginate; touch pwned
for f in '$(touch pwned)'; do sh -c "echo $f"; done
`
  .trim()
  .split('\n')

const SHELLS = ['bash', 'dash', 'zsh'].filter((shell) => existsSync(`/usr/bin/${shell}`) || existsSync(`/bin/${shell}`))

loadCommands()

it('what really runs something in a real shell is not taken for harmless', { timeout: 120_000 }, () => {
  using directory = temporaryDirectory()
  const at = (name: string) => join(directory.path, name)
  writeFileSync(at('f.txt'), 'x\n')
  for (const name of ['evil', 'ls2']) writeFileSync(at(name), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 })
  const worked = WAYS.filter((text) =>
    SHELLS.some((shell) => {
      rmSync(at('pwned'), { force: true })
      const env = { PATH: '/usr/bin:/bin', HOME: directory.path }
      spawnSync(shell, ['-c', text], { cwd: directory.path, env, stdio: 'ignore', timeout: 30_000 })
      return existsSync(at('pwned'))
    }),
  )
  expect(worked.length).toBeGreaterThan(30)
  const taken = worked.filter((text) => {
    const { isParsed, verdict } = analysed(text)
    return isParsed && verdict === 'read-only'
  })
  expect(taken).toEqual([])
})
