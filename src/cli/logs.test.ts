import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startProgram, temporaryPlace } from '../../test/support/daemon-process.ts'
import { runCommand } from '../../test/support/fake-api.ts'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { openLogFile } from './log-file.ts'
import { attentionLine } from './log-line.ts'

const entry = (facts: object) =>
  JSON.stringify({ at: '2026-01-02T03:04:05.000Z', level: 'warn', message: 'odd', ...facts })

describe('logs', () => {
  const withLog = (text: string) => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory.path, 'logs'))
    writeFileSync(join(directory.path, 'logs', 'daemon.log'), text)
    return { directory, env: { UPPERHAND_HOME: directory.path } }
  }

  it('shows the end, readable or as it is', async () => {
    const lines = ['not\u001bours', entry({ port: 1 })]
    const { directory, env } = withLog(`older\n${lines.join('\n')}\n`)
    using _directory = directory
    expect((await runCommand(['logs', '-n', '2'], { env })).out).toMatch(
      /^not\\u\{1b\}ours\n2026-01-0\d .* warn {2}odd \{"port":1\}\n$/,
    )
    expect((await runCommand(['logs', '-n', '1', '--json'], { env })).out).toBe(`${lines[1]}\n`)
  })

  it('says when there is none', async () => {
    using directory = temporaryDirectory()
    expect(await runCommand(['logs'], { env: { UPPERHAND_HOME: directory.path } })).toMatchObject({ code: 4 })
  })

  it('goes on with what is added', async () => {
    using place = temporaryPlace()
    mkdirSync(join(place.dataDir, 'logs'))
    const path = join(place.dataDir, 'logs', 'daemon.log')
    writeFileSync(path, '')
    await using program = startProgram(place, { args: ['logs', '-f', '--json'] })
    const adding = setInterval(() => appendFileSync(path, 'added\n'), 50)
    expect(await program.firstLine).toBe('added')
    clearInterval(adding)
  })
})

describe('the log file', () => {
  it('is put aside when it is full', () => {
    using directory = temporaryDirectory()
    const path = join(directory.path, 'daemon.log')
    const log = openLogFile(path)
    for (let count = 0; count < 12; count += 1) log.write(`${'x'.repeat(1024 * 1024)}\n`)
    log.write('last\n')
    log.close()
    expect(readFileSync(path, 'utf8').endsWith('last\n')).toBe(true)
    expect(statSync(path).size).toBeLessThan(3 * 1024 * 1024)
    expect(existsSync(`${path}.1`)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

describe('what a person should see at once', () => {
  it.each([
    ['a warning', entry({}), 'warn: odd'],
    ['its cause, without the stack', entry({ cause: { message: 'why', stack: 'at…' } }), 'warn: odd\n  why'],
    ['problems', entry({ problems: ['line 1: a', 'line 2: b'] }), 'warn: odd\n  line 1: a\n  line 2: b'],
    ['nothing of lesser lines', entry({ level: 'info' }), undefined],
    ['nothing that is not ours', 'hello', undefined],
  ])('is %s', (_what, line, expected) => {
    expect(attentionLine(line)).toBe(expected)
  })
})
