import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { runCli } from '../../src/cli/cli.ts'
import type { Context } from '../../src/cli/context.ts'
import { temporaryDirectory } from './temporary.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: unknown
}

export interface Answer {
  readonly status?: number
  readonly body?: unknown
}

type Routes = Readonly<Record<string, Answer | ((asked: Asked) => Answer)>>

/** The daemon's socket with answers of our own, and the command line in front of it. */
export async function startFakeApi(routes: Routes) {
  const directory = temporaryDirectory()
  const home = join(directory.path, 'data')
  mkdirSync(home, { mode: 0o700 })
  const socket = join(directory.path, 'api')
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url = '', headers } = request
    const record = {
      method,
      path: url,
      authorization: headers.authorization,
      body: text === '' ? undefined : JSON.parse(text),
    }
    asked.push(record)
    const route = routes[`${method} ${url}`] ?? { status: 404, body: failure('NOT_FOUND', 'There is nothing here.') }
    const { status = 200, body } = typeof route === 'function' ? route(record) : route
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(socket)
  await once(server, 'listening')
  writeFileSync(join(home, 'person.key'), 'persons-key\n')
  writeFileSync(join(home, 'lock.db'), '')
  const facts = {
    pid: process.pid,
    port: 1,
    url: 'http://127.0.0.1:1',
    socket,
    mcpSocket: socket,
    version: '0',
    startedAt: 0,
  }
  writeFileSync(join(home, 'daemon.json'), JSON.stringify(facts))
  return {
    asked,
    home,
    directory: directory.path,
    run: (args: readonly string[], overrides: Partial<Context> = {}) =>
      runCommand(args, {
        env: { UPPERHAND_HOME: home, HOME: directory.path },
        directory: directory.path,
        ...overrides,
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      directory[Symbol.dispose]()
    },
  }
}

export function failure(code: string, message: string, hint: string | null = null) {
  return { error: { code, message, hint } }
}

/** Runs one command line in this process. */
export async function runCommand(args: readonly string[], overrides: Partial<Context>) {
  let out = ''
  let err = ''
  const code = await runCli(args, {
    env: {},
    directory: '/',
    program: '',
    isTerminal: false,
    isInteractive: false,
    write: (text) => {
      out += text
    },
    writeError: (text) => {
      err += text
    },
    streams: { readable: new PassThrough(), writable: new PassThrough() },
    createHost: () => Promise.reject(new Error('no host in this test')),
    ...overrides,
  })
  return { code, out, err }
}
