import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Place, runProgram } from '../support/daemon-process.ts'
import { temporaryDirectory } from '../support/temporary.ts'
import { noTerminal, openTerminal, type Terminal } from '../support/terminal.ts'

const BIN = fileURLToPath(new URL('../../bin/upperhand.mjs', import.meta.url))
const PAGE = fileURLToPath(new URL('../../docs/first-run.md', import.meta.url))

interface Newcomer extends Place, AsyncDisposable {
  readonly open: (options?: { args?: string[]; env?: Record<string, string> }) => Promise<Terminal>
}

/** Somebody's machine where upperhand has never run, with two clients on it. */
function newcomer(): Newcomer {
  const directory = temporaryDirectory()
  const home = directory.path
  const place = { home, dataDir: join(home, '.local', 'share', 'upperhand'), workdir: join(home, 'shop') }
  for (const name of ['shop', '.claude', '.codex']) mkdirSync(join(home, name))
  writeFileSync(join(place.workdir, 'readme.md'), 'A shop.\n')
  return {
    ...place,
    open: ({ args = [], env = {} } = {}) => {
      const own = { HOME: home, PATH: process.env['PATH'] ?? '', TERM: 'screen-256color', ...env }
      const pairs = Object.entries(own).map(([name, value]) => `${name}=${value}`)
      // A clean environment: no XDG directories of whoever runs the tests.
      return openTerminal({
        command: ['env', '-i', ...pairs, process.execPath, BIN, ...args],
        cwd: place.workdir,
        env: own,
        rows: 100,
      })
    },
    [Symbol.asyncDispose]: async () => {
      await runProgram(place, ['down'])
      directory[Symbol.dispose]()
    },
  }
}

async function answer(terminal: Terminal, question: RegExp, keys: string): Promise<void> {
  await terminal.see(question)
  if (keys !== '') await terminal.type(keys)
  await terminal.press('Enter')
}

async function wholeTour(terminal: Terminal): Promise<void> {
  await answer(terminal, /Folder agents may work in \[~\/shop\]: $/, '')
  await answer(terminal, /Enter for all, numbers for some, n for none: $/, '')
  await answer(terminal, /Connect claude-code by changing .*\[y\/N\] $/, 'y')
  await answer(terminal, /Connect codex by changing .*\[y\/N\] $/, 'y')
  await answer(terminal, /\n> $/, '1')
  await answer(terminal, /Type approve and Enter: $/, 'approve')
  await terminal.see(/\[ended with 0\]/)
}

/** What differs from machine to machine, and from time to time. */
function settled(text: string, { home }: Place): string {
  return text
    .replaceAll(home, '/home/me')
    .replaceAll(process.execPath, '/usr/bin/node')
    .replaceAll(BIN, '/home/me/upperhand/bin/upperhand.mjs')
    .replace(/Node [\d.]+ on \w+/, 'Node 24.21.0 on linux')
    .replace(/Note: Port 4133 is in use.*\n/, '')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4133')
    .replace(/apr_[0-9a-f]{8}/g, 'apr_0b8d90cd')
    .replace(/run_[0-9a-f]{32}/g, 'run_3efbc0daa3a4efe7bf8cf498d82b4de3')
    .replace(/\/\S*\/upperhand-[A-Za-z0-9]{6}\/hello/g, '/tmp/upperhand-k8s3RC/hello')
    .replace(/\d+s ago, expires in \d+m/g, '0s ago, expires in 29m')
    .replace(/\n\[ended with 0\]$/, '')
    .replace(/ +$/gm, '')
}

describe.skipIf(noTerminal !== undefined)(
  `the first run in a real terminal${noTerminal ?? ''}`,
  { timeout: 90_000 },
  () => {
    test('goes from nothing to an approved call, as the docs show it', async () => {
      await using person = newcomer()
      await using terminal = await person.open({ env: { NO_COLOR: '1' } })
      await wholeTour(terminal)
      const text = settled(await terminal.text(), person)
      expect(text.split('\n').filter((line) => line.length > 80 && !line.includes('/home/me/upperhand'))).toEqual([])
      record('text', text)
      expect(readFileSync(PAGE, 'utf8')).toContain(text)
      expect(await terminal.painted()).toBe(await terminal.text())
      const { projects } = JSON.parse(readFileSync(join(person.dataDir, 'settings.json'), 'utf8'))
      expect(projects).toEqual([person.workdir])
      expect(readFileSync(join(person.home, '.claude.json'), 'utf8')).toContain('"upperhand"')
      const again = await runProgram(person, [])
      expect(again.output).toMatch(/^upperhand \d/)
    })

    test('is the same in colour', async () => {
      await using person = newcomer()
      await using terminal = await person.open()
      await wholeTour(terminal)
      const painted = await terminal.painted()
      expect(painted).toMatch(/\u001b\[31m▲ high/)
      const card = /\n(.*▲ high[\s\S]*?\n.*quit)\n/.exec(settled(painted, person))?.[1]?.replaceAll('\u001b', '␛') ?? ''
      record('colour', card)
      expect(readFileSync(PAGE, 'utf8')).toContain(settled(stripVTControlCharacters(painted), person))
    })

    test('takes another folder, a yes to the list, a no to one client, and a no to the call', async () => {
      await using person = newcomer()
      mkdirSync(join(person.home, 'other'))
      await using terminal = await person.open({ env: { NO_COLOR: '1' } })
      await answer(terminal, /may work in \[~\/shop\]: $/, '/etc')
      await answer(terminal, /\/etc.*\nFolder agents may work in \[~\/shop\]: $/, '~/other')
      await answer(terminal, /n for none: $/, 'perhaps')
      await answer(terminal, /"perhaps" is none of these\.\nConnect them\?.* n for none: $/, 'y')
      await answer(terminal, /Connect claude-code by changing .*\[y\/N\] $/, 'y')
      await answer(terminal, /Connect codex by changing .*\[y\/N\] $/, 'n')
      await answer(terminal, /\n> $/, '5')
      const text = await terminal.see(/\[ended with 0\]/)
      expect(text).toMatch(/Denied: Creating file: hello\.txt\n {2}It was not written/)
      expect(text).toMatch(/Reading and writing in ~\/other\n/)
      expect(text).toMatch(/Clients: claude-code\n/)
      expect(readFileSync(join(person.home, '.claude.json'), 'utf8')).toContain('"upperhand"')
      expect(existsSync(join(person.home, '.codex', 'config.toml'))).toBe(false)
    })

    test('leaves nothing behind when it is ended at its question', async () => {
      await using person = newcomer()
      await using terminal = await person.open()
      await terminal.see(/may work in/)
      await terminal.press('C-c')
      await terminal.see(/Nothing was changed\.\n\[ended with 8\]/)
      expect(existsSync(person.dataDir)).toBe(false)
    })
  },
)

describe('the first run without a terminal', { timeout: 60_000 }, () => {
  test('asks nothing and changes nothing unless --yes is said', async () => {
    await using person = newcomer()
    const { code, output } = await runProgram(person, [])
    expect(code).toBe(0)
    expect(output).toMatch(/Set it up in a terminal with .*, or without questions with .* --yes\n$/)
    expect(existsSync(person.dataDir)).toBe(false)
  })

  test('--yes sets up what is usual, and connects only what is named', async () => {
    await using person = newcomer()
    const plain = await runProgram({ ...person, dataDir: join(person.home, 'one') }, ['--yes'])
    expect(plain.output).toMatch(/Clients: none yet/)
    expect(existsSync(join(person.home, '.codex', 'config.toml'))).toBe(false)
    await runProgram({ ...person, dataDir: join(person.home, 'one') }, ['down'])
    const { code, output } = await runProgram(person, ['--yes', '--connect', 'codex', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(output)).toMatchObject({
      running: true,
      level: null,
      clients: [{ client: 'codex', status: 'done' }],
    })
    expect(existsSync(join(person.home, '.codex', 'config.toml'))).toBe(true)
    expect(existsSync(join(person.home, '.claude.json'))).toBe(false)
  })
})

/** `RECORD=1 npx vitest run test/e2e/first-run.test.ts` writes what the terminal showed into the page. */
function record(block: 'text' | 'colour', text: string): void {
  if (process.env['RECORD'] !== '1') return
  const place = new RegExp(`(\`\`\`${block}\\n)[^]*?(\`\`\`)`)
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(place, (_all, open, close) => `${open}${text}\n${close}`),
  )
}
