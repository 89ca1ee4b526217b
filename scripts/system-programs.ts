import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that some tests drive for real, and the packages that have them. */
const WANTED = {
  tmux: 'tmux',
  fish: 'fish',
  zsh: 'zsh',
  git: 'git',
  python3: 'python3',
  vim: 'vim',
  less: 'less',
  chromium: 'chromium',
}

/** Installs what is missing where that is possible (root on Debian); otherwise says in one line what will be skipped. */
export function ensureSystemPrograms(): void {
  const missing = Object.entries(WANTED).filter(([program]) => !isOnPath(program))
  if (missing.length === 0) return
  const packages = missing.map(([, name]) => name)
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    console.log(`Installing for the tests: ${packages.join(', ')}`)
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  }
  const left = missing.filter(([program]) => !isOnPath(program)).map(([program]) => program)
  if (left.length > 0) console.log(`Not installed, so its tests are skipped: ${left.join(', ')}`)
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)))
}
