import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Limits } from '../../src/base/limits.ts'
import { type Api, personApi } from './api.ts'
import { type TestHost, testHost } from './host.ts'

/** A host whose clients soon lose patience, and a file outside that every write of them needs a person for. */
export interface WaitingHost extends AsyncDisposable {
  readonly host: TestHost
  readonly person: () => Api
  /** A call that adds one line to the file: the file tells how often it ran. */
  readonly call: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  readonly critical: WaitingHost['call']
  readonly runs: () => number
}

interface Options {
  readonly limits?: Partial<Limits>
  readonly elicitation?: boolean
}

const SHORT: Partial<Limits> = { patienceMs: 400, holdMs: 100, progressEveryMs: 50 }

export async function waitingHost({ limits = {}, elicitation = false }: Options = {}): Promise<WaitingHost> {
  const category = (id: string, tools: string[]) => ({
    id,
    enabled: true,
    tools: tools.map((tool) => ({ id: tool, enabled: true })),
  })
  const categories = [
    category('filesystem', ['fs_read', 'fs_write']),
    category('collaboration', ['approval_wait', 'user_collaboration']),
  ]
  const profiles = ['mine', 'other'].map((id) => ({ id, enabled: true, elicitation, categories }))
  const host = await testHost({
    settings: { limits: { ...SHORT, ...limits } },
    before: (dataDirectory) =>
      writeFileSync(join(dataDirectory, 'tools.json'), JSON.stringify({ version: 1, activeProfile: 'mine', profiles })),
  })
  const path = join(host.home, 'outside.txt')
  const append = (to: string) => ({ name: 'fs_write', arguments: { path: to, content: 'ran\n', mode: 'append' } })
  return {
    host,
    person: () => personApi(host.url, host.personKey()),
    call: append(path),
    critical: append(join(host.home, '.ssh', 'config')),
    runs: () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}
