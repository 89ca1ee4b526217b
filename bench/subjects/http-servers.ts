import { cpuMs } from '../harness/process-usage.ts'
import { baseline, runNode } from '../harness/programs.ts'
import type { Daemon } from './daemon.ts'
import { createPost, type Post } from './http-client.ts'
import { type Answer, check, INITIALIZE } from './line-client.ts'

/** A server over HTTP, in one of the protocol's two eras. */
export interface HttpServer extends AsyncDisposable {
  readonly request: (method: string, params?: object) => Promise<Answer>
  readonly call: (name: string, args: object) => Promise<Readonly<Record<string, unknown>>>
  readonly cpu: () => number | undefined
}

type Era = 'modern' | 'session'

const MODERN = '2026-07-28'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': INITIALIZE.clientInfo,
}

export async function daemonOverHttp(
  { mcp, token, pid, workplace }: Daemon,
  profile: string,
  era: Era,
): Promise<HttpServer> {
  const headers = { authorization: `Bearer ${token}`, 'upperhand-workspace': workplace.workdir }
  return serverOf(createPost(`${mcp}/p/${profile}`, headers), pid, era)
}

export async function baselineOverHttp(name: 'bare-http.mjs' | 'sdk-http.mjs', era: Era): Promise<HttpServer> {
  const program = runNode([baseline(name)])
  const address = (await program.firstWords()).trim()
  const server = await serverOf(createPost(address, {}), program.pid, era)
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await program[Symbol.asyncDispose]()
    },
  }
}

async function serverOf(post: Post, pid: number, era: Era): Promise<HttpServer> {
  const request = era === 'modern' ? modernRequest(post) : await sessionRequest(post)
  return {
    request,
    call: async (name, args) => check(await request('tools/call', { name, arguments: args })).result ?? {},
    cpu: () => cpuMs(pid),
    [Symbol.asyncDispose]: async () => post.close(),
  }
}

/** Every request says everything: version, capabilities, method and name. */
function modernRequest(post: Post): HttpServer['request'] {
  let id = 0
  return async (method, params = {}) => {
    id += 1
    const name = (params as { name?: string }).name
    const body = { jsonrpc: '2.0', id, method, params: { ...params, _meta: ENVELOPE } }
    const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...(name && { 'mcp-name': name }) }
    return (await post.send(body, headers)).answer
  }
}

async function sessionRequest(post: Post): Promise<HttpServer['request']> {
  let id = 1
  const opened = await post.send({ jsonrpc: '2.0', id, method: 'initialize', params: INITIALIZE }, {})
  check(opened.answer)
  const headers = {
    'mcp-protocol-version': INITIALIZE.protocolVersion,
    'mcp-session-id': opened.session ?? 'none',
  }
  await post.send({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
  return async (method, params) => {
    id += 1
    return (await post.send({ jsonrpc: '2.0', id, method, params }, headers)).answer
  }
}
