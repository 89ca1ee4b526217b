import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

export const ROOT = dirname(import.meta.dirname)

const running = new Set<ChildProcess>()

/** Runs a script of a dependency with this Node and answers its exit code. */
export function runTool(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  /** Gets what the script prints, instead of the terminal. */
  print?: (text: string) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = `${dirname(process.execPath)}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}`
    const child = spawn(process.execPath, [join(ROOT, script), ...args], {
      cwd: ROOT,
      env: { ...process.env, PATH: path, ...env },
      stdio: print === undefined ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => print?.(text))
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}

/** Whoever started us may be killed; what we started must not stay behind. */
export function endWithParent(): void {
  const end = () => {
    for (const child of running) child.kill('SIGTERM')
    process.exit(130)
  }
  process.once('disconnect', end)
  process.channel?.unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
}
