import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { environmentOf, type Place, startProgram, temporaryPlace } from '../support/daemon-process.ts'

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'upperhand.mjs')
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } },
}

/** A client that speaks to the product's own command. */
function startClient(place: Place, ...args: string[]) {
  const child = spawn(process.execPath, [BIN, 'stdio', ...args], {
    cwd: place.workdir,
    env: environmentOf(place),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = once(child, 'exit')
  let id = 0
  const notify = (method: string) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`)
  return {
    ask: async (message: object) => {
      id += 1
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`)
      for (;;) {
        const answer = JSON.parse((await lines.next()).value ?? '')
        if (answer.id === id) return answer
      }
    },
    notify,
    end: async () => {
      child.stdin.end()
      return (await exited)[0]
    },
  }
}

const toolNames = (answer: { result: { tools: { name: string }[] } }) => answer.result.tools.map(({ name }) => name)

function daemonPid(place: Place): number {
  return JSON.parse(readFileSync(join(place.dataDir, 'daemon.json'), 'utf8')).pid
}

async function run(place: Place, ...args: string[]) {
  await using program = startProgram(place, { args })
  return await program.exited
}

it('a client goes on after the daemon was killed', async () => {
  using place = temporaryPlace({ port: 0 })
  const client = startClient(place)
  try {
    await client.ask(INITIALIZE)
    client.notify('notifications/initialized')
    const before = toolNames(await client.ask({ method: 'tools/list' }))
    const first = daemonPid(place)
    process.kill(first, 'SIGKILL')
    expect(toolNames(await client.ask({ method: 'tools/list' }))).toEqual(before)
    expect(daemonPid(place)).not.toBe(first)
    expect(await client.end()).toBe(0)
  } finally {
    expect(await run(place, 'down')).toBe(0)
  }
})

it('a private upperhand answers its client and the command line, and leaves nothing', async () => {
  using place = temporaryPlace({ port: 0 })
  const client = startClient(place, '--in-process', '--profile', 'remote-primitives')
  await client.ask(INITIALIZE)
  client.notify('notifications/initialized')
  expect(toolNames(await client.ask({ method: 'tools/list' }))).toContain('fs_read')
  expect(await run(place, 'status')).toBe(0)
  expect(await run(place, 'stdio', '--in-process')).toBe(7)
  expect(await client.end()).toBe(0)
  expect(await run(place, 'status')).toBe(9)
})
