import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commandWorld } from '../../test/support/command-world.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'

/** Readers, places and the ways to put them together, as an agent in search of a secret would. */
const PIECES = `
cat |cat |cat |head |tail -n +1 |grep . |grep -r . |grep -rn x |grep -h . |grep -R . |find . |find src |find . -name '*.ts' 
find . -type f |find docs -name '*.md' |-exec cat {} + |-exec cat {} \\; |~ xargs cat |~ xargs grep . |~ xargs -0 cat 
-print0 |~ head -3 |~ sort |~ grep -v x |~ grep env |sort |nl |cut -c1- |sed -n p |awk 1 |wc -l |tac |rev |ls |ls -R |od -c 
cd src; |cd src && |cd .. ; |cd link-out; |(cd src; |) |; |&& |~ |* |.* |** |**/*.ts |*/* |src/* |src/.* |deploy/* |docs/* 
docs/*.md |link*/* |l* |./* |.e* |.[e]nv |.?nv |src/../.env |*/../.env |. |.. |src |deploy |docs |link-out |docs/link.md |.env 
~/.ssh/* |$HOME/.ssh/id_rsa |../outside/* |../* |list |$(cat list) |< list |< .env |for f in * ; do |for f in src/* ; do 
for f in l* ; do |for f in src docs ; do |cat "$f" |cat "$f/secret" |cat "$f"/* |cat $f/* |; done |x=.env; |cat $x |cat "$x" 
{a,.env} |src/{a.ts,../.env} |-- |-f list |--include='*.pem' |--include='*.ts' |-name '.*' |-o -name x |! -name x 
git ls-files |if true; then |; fi |[ -f .env ] && |"$PWD"/.env |$PWD/* `
  .split(/\|\n?|\n/)
  .filter((piece) => piece !== '')
  .map((piece) => piece.replace(/^~ /, '| '))

const COMMANDS = 700
const SECRET = 'hunter2'
const SHELLS = ['bash', 'dash', 'zsh'].filter((shell) => existsSync(`/usr/bin/${shell}`) || existsSync(`/bin/${shell}`))

it('what runs unasked prints no secret, in any shell', { timeout: 120_000 }, async () => {
  using place = commandWorld()
  const { world } = place
  for (const name of [
    'ws/.env',
    'ws/deploy/server.pem',
    'outside/secret',
    'home/.ssh/id_rsa',
    'ws/src/.x/id_rsa',
    'a.ts',
  ])
    world.file(name, `${SECRET}\n`)
  world.file('ws/src/deep/c.ts', 'x\n')
  world.file('ws/list', '.env\n../outside/secret\n')
  const { below, pick } = seededRandom(7)
  const texts = Array.from({ length: COMMANDS }, () =>
    Array.from({ length: 1 + below(4) }, () => pick(PIECES)).join(''),
  )
  const harmless: string[] = []
  for (const text of new Set(texts)) if ((await place.judged(text)) === 'allowed') harmless.push(text)
  // Enough of them pass for the test to mean something.
  expect(harmless.length).toBeGreaterThan(30)
  for (const text of harmless) {
    for (const shell of SHELLS) {
      const options = { cwd: world.workspace, env: { PATH: '/usr/bin:/bin', HOME: world.home }, timeout: 30_000 }
      const { stdout, stderr } = spawnSync(shell, ['-c', text], { ...options, encoding: 'utf8', input: '' })
      expect([shell, text, `${stdout}${stderr}`.includes(SECRET)]).toEqual([shell, text, false])
    }
  }
})
