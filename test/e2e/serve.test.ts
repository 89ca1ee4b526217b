import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { environmentOf, startDaemon, startProgram, temporaryPlace } from '../support/daemon-process.ts'

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'upperhand.mjs')

async function run(place: ReturnType<typeof temporaryPlace>, ...args: string[]) {
  await using program = startProgram(place, { args })
  let out = ''
  program.firstLine.then(
    (line) => {
      out = line
    },
    () => {},
  )
  const code = await program.exited
  return { code, out, err: program.errors() }
}

async function takenPort(wanted = 0) {
  const server = createServer().listen(wanted, '127.0.0.1')
  // Taken by somebody else is taken as well.
  await once(server, 'listening').catch(() => {})
  const port = wanted || (server.address() as { port: number }).port
  return { port, [Symbol.dispose]: () => server.close() }
}

describe('upperhand serve', () => {
  it('prints one JSON line when it is ready, and ends in order', async () => {
    using place = temporaryPlace()
    await using daemon = await startDaemon(place)
    expect(JSON.parse(await daemon.firstLine)).toEqual({
      url: daemon.url,
      login: expect.stringContaining(`${daemon.url}/login#`),
      mcp: `${daemon.url}/mcp`,
      token: readFileSync(join(place.dataDir, 'token'), 'utf8').trim(),
      pid: daemon.pid,
      dataDir: daemon.dataDir,
    })
    await daemon.kill('SIGTERM')
    expect(await daemon.exited).toBe(0)
    expect(existsSync(join(place.dataDir, 'daemon.json'))).toBe(false)
  })

  it('says who owns the directory, or shows it', async () => {
    using place = temporaryPlace()
    await using daemon = await startDaemon(place)
    const second = await run(place, 'serve')
    expect(second.code).toBe(7)
    expect(second.err).toContain(`process id ${daemon.pid} already owns`)
    const shown = await run(place, 'serve', '--reuse', '--json')
    expect(shown.code).toBe(0)
    expect(JSON.parse(shown.out)).toMatchObject({ url: daemon.url, pid: daemon.pid, token: daemon.token })
  })

  it('does not take another port than the one it was given', async () => {
    using place = temporaryPlace()
    using taken = await takenPort()
    const { code, err } = await run(place, 'serve', '--port', String(taken.port))
    expect(code).toBe(9)
    expect(err).toMatch(new RegExp(`Port ${taken.port} on 127\\.0\\.0\\.1 is in use\\.\\nChoose another with --port`))
    await using _next = await startDaemon(place)
  })

  it('says in words that the usual port is taken, and how to connect', async () => {
    using place = temporaryPlace()
    using _usual = await takenPort(4133)
    await using program = startProgram(place, { args: ['serve'] })
    await expect.poll(program.output, { timeout: 20_000 }).toContain('Ctrl-C stops upperhand.')
    const output = program.output()
    expect(output).toMatch(
      /^upperhand is running\.\nPort 4133 is in use, so upperhand chose (\d+)\.\n\n {2}Console {2}http:\/\/127\.0\.0\.1:\1\n/,
    )
    expect(output).toContain(`  stdio    node ${BIN} stdio\n`)
    expect(output).toContain(`/mcp  (bearer token in ${join(place.dataDir, 'token')})\n`)
    expect(output).toContain(`Another one: node ${BIN} open\n`)
    expect(program.errors()).toBe('')
  })

  it('ends when whoever started it is gone', async () => {
    using place = temporaryPlace()
    const child = fork(BIN, ['serve', '--json', '--port', '0'], {
      env: environmentOf(place),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: [],
    })
    const exited = once(child, 'exit')
    if (child.stdout === null) throw new Error('no output')
    await once(createInterface({ input: child.stdout }), 'line')
    child.disconnect()
    expect((await exited)[0]).toBe(0)
  })

  it('starts again after it was killed', async () => {
    using place = temporaryPlace()
    const first = await startDaemon(place)
    await first.kill('SIGKILL')
    expect(existsSync(join(place.dataDir, 'daemon.json'))).toBe(true)
    expect((await run(place, 'status')).code).toBe(9)
    await using second = await startDaemon(place)
    expect(second.token).toBe(first.token)
  })
})

describe('upperhand in the background', () => {
  it('goes up, is found, and goes down', async () => {
    using place = temporaryPlace({ port: 0 })
    expect((await run(place, 'up')).out).toMatch(/^upperhand runs at http/)
    expect((await run(place, 'up')).out).toMatch(/^upperhand was already running at http/)
    expect((await run(place, 'open', '--print')).out).toMatch(/\/login#/)
    expect((await run(place, 'logs')).out).toMatch(/info/)
    expect(await run(place, 'down')).toMatchObject({ code: 0, out: 'upperhand has stopped.' })
    expect((await run(place, 'status')).code).toBe(9)
  })

  it('says why it cannot', async () => {
    using taken = await takenPort()
    using place = temporaryPlace({ port: taken.port })
    const { code, err } = await run(place, 'up')
    expect(code).toBe(9)
    expect(err).toMatch(/upperhand could not start\. Port \d+ on 127\.0\.0\.1 is in use/)
  })
})
