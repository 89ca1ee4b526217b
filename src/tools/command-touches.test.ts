import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandWorld } from '../../test/support/command-world.ts'
import { commandLabel } from './command-touches.ts'

const shared = commandWorld()
afterAll(() => shared[Symbol.dispose]())

type Row = readonly [sentence: string, command: string, judged: 'allowed' | 'asks' | 'critical' | 'refused']

const PATTERNS: readonly Row[] = [
  ['names inside', 'cat src/*.ts', 'allowed'],
  ['no names at all', 'cat src/*.rs', 'allowed'],
  ['names at any depth', 'wc -l ./**/*.ts', 'allowed'],
  ['a pattern that goes up again', 'cat */../../outside/secret', 'asks'],
  ['a pattern that goes up at its end', 'ls src/*/..', 'asks'],
  ['a pattern that matches a link to a directory outside', 'cat link*/secret', 'asks'],
  ['a pattern that matches a link to a file outside', 'cat docs/*.md', 'asks'],
  ['a pattern that matches a key', 'cat deploy/*', 'critical'],
  ['a pattern that matches a key by its ending', 'cat */*.pem', 'critical'],
  ['a pattern that reaches .env', 'cat .e*', 'critical'],
  ['a pattern with a class that reaches .env', 'cat .[e]nv', 'critical'],
  ['a pattern outside', 'cat ../outside/*', 'asks'],
  ['a pattern of our own files', 'cat ../data/*', 'refused'],
]

const RECURSION: readonly Row[] = [
  ['grep below a harmless directory', 'grep -rn x src', 'allowed'],
  ['grep finds .env', 'grep -rn KEY .', 'critical'],
  ['grep finds a key', 'grep -r . deploy', 'critical'],
  ['grep of names that cannot be keys', "grep -rn x --include='*.ts' .", 'allowed'],
  ['grep of names that are keys', "grep -rn x --include='*.pem' .", 'critical'],
  ['grep that follows links', 'grep -Rn x docs', 'asks'],
  ['grep without a path', 'grep -rn KEY', 'critical'],
  ['grep without a path, in a harmless place', 'cd src && grep -rn x', 'allowed'],
  ['grep that follows links to other names', "grep -Rn x --include='*.ts' docs", 'asks'],
  ['ripgrep passes by what is hidden', 'rg KEY docs src', 'allowed'],
  ['ripgrep finds a key', 'rg KEY', 'critical'],
  ['ripgrep that looks at what is hidden', 'rg --hidden KEY . -g .env', 'critical'],
  ['ripgrep with a name that is hidden', 'rg KEY . -g .env', 'critical'],
  ['ripgrep without restrictions', 'rg -uu KEY .', 'critical'],
  ['ripgrep of names that cannot be keys', "rg -n KEY -g '*.ts'", 'allowed'],
  ['names alone give nothing away', 'ls -R .', 'allowed'],
  ['names alone, by find', 'find . -type f', 'allowed'],
  ['names handed to a reader by find', 'find . -type f -exec cat {} +', 'critical'],
  ['names handed on before they are tested', "find . -exec cat {} + -name '*.ts'", 'critical'],
  ['tests that leave a choice', "find . -name '*.ts' -o -exec cat {} +", 'critical'],
  ['names that cannot be keys, handed on', "find . -name '*.ts' -exec grep -n x {} +", 'allowed'],
  ['links among the names that are handed on', "find docs -name '*.md' -exec cat {} +", 'asks'],
  ['files alone', "find docs -type f -name '*.md' -exec cat {} +", 'allowed'],
  ['links that count as files', "find -L docs -type f -name '*.md' -exec cat {} +", 'asks'],
  ['git finds a key', 'git grep KEY', 'critical'],
  ['git in a harmless directory', 'git grep KEY -- src', 'allowed'],
  ['git, names that cannot be keys', "git grep KEY -- '*.ts'", 'allowed'],
  ['an archive of everything', 'tar cf ../x.tar .', 'critical'],
  ['every name here, a link out among them', 'cat -- *', 'asks'],
  ['every name of a harmless directory', 'cat -- src/*', 'allowed'],
]

const NAMES_HANDED_ON: readonly Row[] = [
  ['names of find through a pipe', "find src -name '*.ts' | xargs grep x", 'allowed'],
  ['names with a NUL behind each', "find . -type f -name '*.ts' -print0 | xargs -0 wc -l", 'allowed'],
  ['names that are filtered', "find . -name '*.ts' 2>/dev/null | grep -v test | sort | head -5 | xargs cat", 'allowed'],
  ['names of git', 'cd src && git ls-files | xargs wc -l', 'allowed'],
  ['keys among the names', "find . -name '*.pem' | xargs cat", 'critical'],
  ['everything', 'find . -type f | xargs cat', 'critical'],
  ['everything that git knows', 'git ls-files | xargs cat', 'critical'],
  ['names that are cut in another way', "find . -name '*.ts' -print0 | xargs cat", 'asks'],
  ['names that are changed', "find . -name '*.ts' | sed s/a/b/ | xargs cat", 'asks'],
  ['names that are made up', "find . -name '*.ts' -printf '/etc/passwd\\n' | xargs cat", 'asks'],
  ['other names before them', "{ echo /etc/passwd; find src -name '*.ts'; } | xargs cat", 'asks'],
  ['other names in a branch', 'if true; then echo /etc/passwd; find src; fi | xargs cat', 'asks'],
  ['other names in a shell', "sh -c 'echo /etc/passwd; find src' | xargs cat", 'asks'],
  ['other names from a file', "find src -name '*.ts' | sort - list.txt | xargs cat", 'asks'],
  ['a function that is called find', 'find() { echo /etc/passwd; }; find src | xargs cat', 'asks'],
  ['names outside', "find .. -name '*.ts' | xargs cat", 'asks'],
  ['names as code', "find src -name '*.ts' | xargs sh -c", 'asks'],
  ['names to delete', "find src -name '*.ts' | xargs rm", 'asks'],
]

const LOOPS: readonly Row[] = [
  ['a loop over a pattern', 'for f in src/*.ts; do wc -l "$f"; done', 'allowed'],
  ['a loop with a test', 'for f in src/*; do [ -f "$f" ] && head -1 "$f"; done', 'allowed'],
  ['a loop over words', 'for d in src docs; do ls $d; done', 'allowed'],
  ['a loop over keys', 'for f in deploy/*; do cat "$f"; done', 'critical'],
  ['a loop over a key and others', 'for f in src/a.ts .env; do cat "$f"; done', 'critical'],
  ['a loop that goes out', 'for f in link*; do cat "$f/secret"; done', 'asks'],
  ['a loop that goes up', 'for f in src/*; do cat "../outside/secret$f"; done', 'asks'],
  ['a name without quotes', 'for f in src/*.ts; do cat $f; done', 'asks'],
  ['a variable that is set again', 'for f in src/a.ts; do f=/etc/passwd; cat "$f"; done', 'asks'],
  ['a variable that is read again', 'for f in src/a.ts; do read -af < x; cat "$f"; done', 'asks'],
  ['a variable that is set by a function', 'for f in x; do g() { f=/etc/hosts; }; g; cat "$f"; done', 'asks'],
  ['a variable after its loop', 'for f in src/a.ts; do ls; done; cat "$f"', 'asks'],
  ['a name as code', 'for f in src/*.ts; do sh -c "cat $f"; done', 'asks'],
  ['a name in a script', 'for f in *; do sed "s|a|$f|" src/a.ts; done', 'asks'],
  ['a name as a program', 'for f in src/*; do "$f"; done', 'asks'],
]

const REDIRECTIONS: readonly Row[] = [
  ['output thrown away', 'ls 2>/dev/null', 'allowed'],
  ['output merged', 'ls -la 2>&1 | head -5', 'allowed'],
  ['output into a file inside', 'git log > notes.txt', 'asks'],
  ['output into a start-up file', 'git log > ~/.bashrc', 'critical'],
]

describe.each([
  ['patterns', PATTERNS],
  ['recursion', RECURSION],
  ['names handed on', NAMES_HANDED_ON],
  ['loops', LOOPS],
  ['redirections', REDIRECTIONS],
])('%s', (_title, rows) => {
  it.each(rows)('%s: %s', async (_sentence, command, judged) => {
    expect(await shared.judged(command)).toBe(judged)
  })
})

it.each([
  ['a space', 'a b.ts'],
  ['a quote', "a'b.ts"],
  ['a line break', 'a\nb.ts'],
  ['a dash in front', '-f.ts'],
])('%s in a name takes it apart in a pipe', async (_what, name) => {
  using own = commandWorld()
  const command = "find src -name '*.ts' | xargs cat"
  expect(await own.judged(command)).toBe('allowed')
  own.world.file(`ws/src/${name}`)
  expect(await own.judged(command)).toBe('asks')
})

it('ignore files that take something back hide nothing', async () => {
  using own = commandWorld()
  own.world.file('ws/.git/HEAD')
  own.world.file('ws/.gitignore', 'deploy/\n')
  expect(await own.judged('rg KEY')).toBe('allowed')
  own.world.file('ws/.ignore', '!.env\n')
  expect(await own.judged('rg KEY')).toBe('critical')
})

it.each(['git -C x status', 'cd x && git log', 'cd x/objects && git diff', '(cd x; git status)'])(
  'a directory that git would take for a repository is one that runs programs: %s',
  async (command) => {
    using own = commandWorld()
    own.world.directory('ws/x/objects')
    own.world.directory('ws/x/refs')
    expect(await own.judged(command)).toBe('allowed')
    own.world.file('ws/x/HEAD', 'ref: refs/heads/main')
    expect(await own.judged(command)).toBe('critical')
    own.world.file('ws/x/.git', 'gitdir: ../real')
    expect(await own.judged(command)).toBe('allowed')
  },
)

it('a repository whose other half is elsewhere is one too, and so is one that nobody can name', async () => {
  using own = commandWorld()
  own.world.file('ws/x/HEAD', 'ref: refs/heads/main')
  expect(await own.judged('git -C x diff --no-index HEAD a')).toBe('allowed')
  own.world.file('ws/x/commondir', '../store')
  expect(await own.judged('git -C x diff --no-index HEAD a')).toBe('critical')
  expect(await own.judged('cd - && git status')).toBe('asks')
})

it.each([
  ['by a value of a flag', 'grep -d recurse . .'],
  ['by a long one', 'grep --directories=recurse . .'],
  ['of a list', 'strings @list'],
])('what is read %s asks', async (_how, command) => {
  expect(await shared.judged(command)).toBe('asks')
})

it.each(['cat .?/outside/secret', 'cat .[.]/outside/secret', 'cat src/.?/.[!a]/secret', 'cat .*?/outside/secret'])(
  'a pattern that may mean the directory above asks: %s',
  async (command) => {
    expect(await shared.judged(command)).not.toBe('allowed')
  },
)

it('a version is no directory', async () => {
  expect(await shared.judged('git diff main -- .')).toBe('allowed')
})

it.each(['diff -N . src', 'git diff --no-index . src', 'git diff . src', 'git diff -- . src'])(
  'comparing directories reads all files in them: %s',
  async (command) => {
    expect(await shared.judged(command)).toBe('critical')
    expect(await shared.judged(command.replace(' . ', ' docs '))).not.toBe('critical')
  },
)

it('a command that reads in very many places asks, and costs no more than another', async () => {
  const many = (count: number) => Array.from({ length: count }, () => 'grep -r x src').join('; ')
  expect(await shared.judged(many(20))).toBe('allowed')
  expect(await shared.judged(many(200))).toBe('asks')
})

it('says what people see: the line, the parts, the place', async () => {
  const { command } = await shared.touch('ls && rm -rf dist', { cwd: 'src' })
  expect(commandLabel('ls  &&\nrm -rf dist')).toBe('Running: ls && rm -rf dist')
  expect(command.cwd.resource.path).toBe(join(shared.world.workspace, 'src'))
  expect(command.details[0]).toBe(`In ${join(shared.world.workspace, 'src')}`)
  expect(command.preview).toMatchObject({
    kind: 'command',
    command: 'ls && rm -rf dist',
    parts: [
      { text: 'ls', start: 0, end: 2, program: 'ls', verdict: 'read-only', risk: 'low' },
      { text: 'rm -rf dist', start: 6, end: 17, program: 'rm', verdict: 'destroy', risk: 'high' },
    ],
  })
})

it('a place that does not exist runs nothing', async () => {
  await expect(shared.touch('ls', { cwd: 'nowhere' })).rejects.toThrow('There is no directory nowhere')
  await expect(shared.touch('ls', { cwd: 'run.sh' })).rejects.toThrow('There is no directory run.sh')
})

it.each([
  ['fish', 'asks'],
  ['/usr/bin/pwsh', 'asks'],
  ['cmd.exe', 'asks'],
  ['/bin/bash', 'harmless'],
  ['-zsh', 'harmless'],
])('%s: what it does not read is not judged (%s)', async (shell, result) => {
  const { command } = await shared.touch('ls', { shell })
  expect(command.resource.effect).toBe(result === 'asks' ? 'other' : 'read-only')
})

describe('scripts', () => {
  const marks = async (own: ReturnType<typeof commandWorld>, text: string): Promise<string> => {
    const { command, others } = await own.touch(text)
    return JSON.stringify([command, ...others].map(({ fingerprint }) => fingerprint?.()))
  }

  it.each([
    ['a script of the shell', 'bash run.sh', 'ws/run.sh'],
    ['a program of the project', './run.sh', 'ws/run.sh'],
    ['input of a shell', 'bash < run.sh', 'ws/run.sh'],
    ['what is piped into a shell', 'cat run.sh | sh', 'ws/run.sh'],
    ['a script that is read in', '. ./run.sh', 'ws/run.sh'],
    ['what make makes', 'make', 'ws/Makefile'],
    ['what npm runs', 'npm test', 'ws/package.json'],
  ])('%s: another content is another thing to approve', async (_sentence, command, file) => {
    using own = commandWorld()
    const before = await marks(own, command)
    expect(await marks(own, command)).toBe(before)
    own.world.file(file, file.endsWith('.json') ? '{"scripts":{"test":"rm -rf /"}}' : 'rm -rf /')
    expect(await marks(own, command)).not.toBe(before)
  })

  it('what is only read may change', async () => {
    using own = commandWorld()
    const before = await marks(own, 'cat ../outside/secret')
    writeFileSync(join(own.world.outside, 'secret'), 'other words')
    expect(await marks(own, 'cat ../outside/secret')).toBe(before)
  })

  it('what a pattern would delete is part of what is approved', async () => {
    using own = commandWorld()
    const before = await marks(own, 'rm src/*.ts')
    rmSync(join(own.world.workspace, 'src/a.ts'))
    own.world.file('ws/src/c.ts')
    expect(await marks(own, 'rm src/*.ts')).not.toBe(before)
  })

  it('are shown: the text of a file, and what package.json says, with what comes before and after', async () => {
    const { command: file } = await shared.touch('bash run.sh')
    expect(file.preview).toMatchObject({ scripts: [{ title: 'run.sh', text: 'echo one', isWhole: true }] })
    const { command: npm } = await shared.touch('npm test')
    expect(npm.details).toEqual(
      expect.arrayContaining([
        'package.json, pretest: npm run lint',
        'package.json, lint: biome',
        'package.json, test: vitest',
      ]),
    )
  })
})
