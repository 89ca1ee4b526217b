import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { endWithParent, ROOT } from './run-tool.ts'

/** Real clients, and what they print when they have seen upperhand. Not part of `npm test`: it downloads half a gigabyte. */
const CLIENTS = [
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code@2.1.325',
    program: 'claude',
    file: '.claude.json',
    text: '{\n  "numStartups": 3\n}\n',
    seen: /upperhand: .* - ✔ Connected/,
  },
  {
    id: 'codex',
    package: '@openai/codex@0.166.0',
    program: 'codex',
    file: '.codex/config.toml',
    text: '# mine\nmodel = "o3" # fast\n',
    // It lists what is configured and starts nothing.
    seen: /^upperhand .* enabled/m,
  },
  {
    id: 'gemini-cli',
    package: '@google/gemini-cli@0.61.0',
    program: 'gemini',
    file: '.gemini/settings.json',
    text: '{\n    // mine\n    "theme": "dark"\n}\n',
    seen: /✓ upperhand: .* - Connected/,
  },
  {
    id: 'opencode',
    package: 'opencode-ai@1.18.33',
    program: 'opencode',
    file: '.config/opencode/opencode.jsonc',
    text: '{\n\t// mine\n\t"$schema": "https://opencode.ai/config.json",\n\t"share": "disabled",\n}\n',
    seen: /✓ upperhand\s+connected/,
  },
] as const

const RUN_WITHIN_MS = 120_000
const INSTALL_WITHIN_MS = 600_000
const UPPERHAND = join(ROOT, 'bin', 'upperhand.mjs')

endWithParent()
const scratch = mkdtempSync(join(tmpdir(), 'upperhand-clients-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
const home = join(scratch, 'home')
const project = join(home, 'project')
const programs = join(scratch, 'node_modules', '.bin')
const env = {
  HOME: home,
  UPPERHAND_HOME: join(home, 'data'),
  PATH: [programs, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  NO_COLOR: '1',
}

await install()
let failures = 0
try {
  for (const client of CLIENTS) for (const way of [[], ['--own-cli'], ['--http']]) await tryClient(client, way)
} finally {
  await run(process.execPath, [UPPERHAND, 'down'])
}
console.log(failures === 0 ? 'All clients see upperhand.' : `${failures} failed.`)
process.exitCode = failures === 0 ? 0 : 1

async function install(): Promise<void> {
  console.log(`Installing ${CLIENTS.map(({ package: name }) => name).join(', ')}.`)
  writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...CLIENTS.map(({ package: name }) => name)]
  const { code, said } = await run('npm', args, { cwd: scratch, env: process.env, timeout: INSTALL_WITHIN_MS })
  if (code !== 0) throw new Error(`The clients could not be installed.\n${said}`)
  mkdirSync(project, { recursive: true })
  // Gemini starts no servers in a folder that nobody has trusted.
  write('.gemini/trustedFolders.json', JSON.stringify({ [project]: 'TRUST_FOLDER' }))
}

async function tryClient({ id, program, file, text, seen }: (typeof CLIENTS)[number], way: string[]): Promise<void> {
  write(file, text)
  const name = [id, ...way].join(' ')
  await run(process.execPath, [UPPERHAND, 'up'])
  const connected = await run(process.execPath, [UPPERHAND, 'connect', id, '--yes', ...way])
  report(`${name}: connect`, connected.code === 0, connected.said)
  const left = read(file)
  const listed = await run(program, ['mcp', 'list'])
  report(`${name}: ${program} mcp list`, seen.test(listed.said), listed.said)
  // A client may have written to its file meanwhile; then only what we wrote has to be gone.
  const isUntouched = read(file) === left
  const disconnected = await run(process.execPath, [UPPERHAND, 'disconnect', id, '--yes'])
  const isBack = isUntouched ? read(file) === text : !read(file).includes('upperhand')
  report(
    `${name}: disconnect, ${isUntouched ? 'to the byte' : 'file changed by the client'}`,
    isBack,
    disconnected.said,
  )
}

function report(what: string, isGood: boolean, said: string): void {
  console.log(`${isGood ? '✓' : '✗'} ${what}`)
  if (isGood) return
  failures += 1
  console.log(said)
}

function write(file: string, text: string): void {
  const path = join(home, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function read(file: string): string {
  return readFileSync(join(home, file), 'utf8')
}

function run(file: string, args: readonly string[], options = {}): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const settings = { cwd: project, env, timeout: RUN_WITHIN_MS, killSignal: 'SIGKILL', ...options } as const
    const child = execFile(file, args, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, said: stripVTControlCharacters(`${stdout}${stderr}`) })
    })
    child.stdin?.end()
  })
}
