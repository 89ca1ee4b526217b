import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHost, type Host, type HostOptions, type Ready } from '../../src/host.ts'
import { temporaryDirectory } from './temporary.ts'

export interface TestHost extends AsyncDisposable, Ready {
  readonly host: Host
  /** A home of its own: the data directory and the workspaces are inside. */
  readonly home: string
  readonly workdir: string
  readonly log: string[]
  readonly personKey: () => string
  /** Closes and starts again on the same data directory, as it is after `between`. */
  readonly restart: (between?: () => void) => Promise<void>
}

export interface TestHostOptions extends Partial<HostOptions> {
  readonly settings?: Readonly<Record<string, unknown>>
  /** Prepares the data directory before the first start. */
  readonly before?: (dataDirectory: string, workdir: string) => void
}

/** The whole product on a real data directory and a real port, in this process. */
export async function testHost({ settings = {}, before, ...options }: TestHostOptions = {}): Promise<TestHost> {
  const directory = temporaryDirectory()
  const home = directory.path
  const dataDirectory = join(home, 'data')
  const workdir = join(home, 'project')
  mkdirSync(dataDirectory, { mode: 0o700 })
  mkdirSync(workdir)
  writeFileSync(join(dataDirectory, 'settings.json'), JSON.stringify({ projects: [workdir], ...settings }))
  before?.(dataDirectory, workdir)
  const log: string[] = []
  const open = async () => {
    const host = await createHost({
      env: { HOME: home, UPPERHAND_HOME: dataDirectory },
      flags: { port: 0 },
      writeLog: (line) => log.push(line),
      ...options,
    })
    return { host, ready: await host.start() }
  }
  let current = await open()
  return {
    get host() {
      return current.host
    },
    get url() {
      return current.ready.url
    },
    get login() {
      return current.ready.login
    },
    get mcp() {
      return current.ready.mcp
    },
    get token() {
      return current.ready.token
    },
    get pid() {
      return current.ready.pid
    },
    get port() {
      return current.ready.port
    },
    get notes() {
      return current.ready.notes
    },
    dataDir: dataDirectory,
    home,
    workdir,
    log,
    personKey: () => readKey(dataDirectory),
    restart: async (between) => {
      await current.host.close()
      between?.()
      current = await open()
    },
    [Symbol.asyncDispose]: async () => {
      await current.host.close()
      directory[Symbol.dispose]()
    },
  }
}

function readKey(dataDirectory: string): string {
  return readFileSync(join(dataDirectory, 'person.key'), 'utf8').trim()
}
