import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endWithBench } from '../harness/endings.ts'
import { runNode } from '../harness/programs.ts'
import { type FileWork, textOf } from './file-work.ts'
import { type StdioServer, serverOf } from './stdio-servers.ts'

const FILESYSTEM = '@modelcontextprotocol/server-filesystem'
const COMMANDER = '@wonderwhy-er/desktop-commander'

const INSTALL_MS = 180_000

export interface Peers extends AsyncDisposable {
  readonly all: readonly FileWork[]
  /** Why there are fewer than wanted. */
  readonly notes: readonly string[]
}

/** Other servers for files, installed into a directory that is removed afterwards, without their install scripts. */
export async function startPeers(directory: string, workdir: string): Promise<Peers> {
  const started: { readonly work: FileWork; readonly server: StdioServer }[] = []
  const notes: string[] = []
  const wanted = [
    { name: FILESYSTEM, start: () => startFilesystem(join(directory, 'filesystem'), workdir) },
    { name: COMMANDER, start: () => startCommander(join(directory, 'commander'), workdir) },
  ]
  for (const { name, start } of wanted) {
    try {
      started.push(await start())
    } catch (cause) {
      notes.push(`${name} could not be used: ${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)}`)
    }
  }
  return {
    all: started.map(({ work }) => work),
    notes,
    [Symbol.asyncDispose]: async () => {
      for (const { server } of started) await server[Symbol.asyncDispose]()
    },
  }
}

async function startFilesystem(directory: string, workdir: string) {
  await install(directory, FILESYSTEM)
  const bin = join(directory, 'node_modules', FILESYSTEM, 'dist', 'index.js')
  const server = await serverOf(runNode([bin, workdir], { env: { HOME: directory } }))
  const work: FileWork = {
    name: 'server-filesystem',
    cpu: server.cpu,
    read: (path) => server.call('read_text_file', { path }),
    write: (path, content) => server.call('write_file', { path, content }),
    edit: (path, oldText, newText) => server.call('edit_file', { path, edits: [{ oldText, newText }] }),
    list: (path) => server.call('list_directory', { path }),
    find: async (path, pattern) => linesIn(textOf(await server.call('search_files', { path, pattern }))),
  }
  return { work, server }
}

async function startCommander(directory: string, workdir: string) {
  await install(directory, COMMANDER)
  const config = join(directory, '.claude-server-commander')
  mkdirSync(config)
  writeFileSync(
    join(config, 'config.json'),
    JSON.stringify({ telemetryEnabled: false, allowedDirectories: [workdir], fileReadLineLimit: 5_000 }),
  )
  const bin = join(directory, 'node_modules', COMMANDER, 'dist', 'index.js')
  const server = await serverOf(runNode([bin, '--no-onboarding'], { env: { HOME: directory } }))
  const search = async (args: object): Promise<string> => {
    let text = textOf(await server.call('start_search', args))
    const sessionId = /[Ss]ession(?: ID)?:?\s*(\S+)/.exec(text)?.[1]
    while (!/complete/i.test(text) && sessionId !== undefined) {
      text = textOf(await server.call('get_more_search_results', { sessionId }))
    }
    return text
  }
  const work: FileWork = {
    name: 'desktop-commander',
    cpu: server.cpu,
    read: (path) => server.call('read_file', { path }),
    readLines: async (path, first, last) =>
      textOf(await server.call('read_file', { path, offset: first - 1, length: last - first + 1 })),
    write: (path, content) => server.call('write_file', { path, content, mode: 'rewrite' }),
    edit: (path, from, to) => server.call('edit_block', { file_path: path, old_string: from, new_string: to }),
    list: (path) => server.call('list_directory', { path, depth: 1 }),
    find: async (path, pattern) => linesIn(await search({ path, pattern, searchType: 'files' })),
    grep: async (path, { pattern, isRegex, limit }) =>
      linesIn(
        await search({
          path,
          pattern,
          searchType: 'content',
          literalSearch: !isRegex,
          maxResults: limit,
          contextLines: 0,
        }),
      ),
  }
  return { work, server }
}

function linesIn(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}

async function install(directory: string, name: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  // Not every registry has the newest patch of a package far down; this one they all have.
  const manifest = { private: true, overrides: { 'typedarray.prototype.slice': '1.0.5' } }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest))
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', name]
  const child = spawn('npm', args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
  const forget = endWithBench(() => child.kill('SIGKILL'))
  const timer = setTimeout(() => child.kill('SIGKILL'), INSTALL_MS)
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-1_000)
  })
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  forget()
  if (code !== 0) throw new Error(`it could not be installed. ${words.trim()}`)
}
