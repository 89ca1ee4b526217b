import type { OutputStream } from '../contract/terminals.ts'
import type { BrokerLine } from './broker-line.ts'
import type { LoginShell } from './login-shell.ts'
import type { ExecPlan, ExecResult, ExecStream } from './terminals.ts'

interface Bounds {
  readonly keepBytes: number
  readonly stopMs: number
}

export async function runExec(
  line: BrokerLine,
  shells: LoginShell,
  plan: ExecPlan,
  { keepBytes, stopMs }: Bounds,
): Promise<ExecResult> {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  const { onOutput, signal } = plan
  const { result, body } = await line.ask(
    'exec',
    {
      argv: argvOf(plan.command, shells.find(plan.shell)),
      cwd: plan.cwd,
      env: { ...(await shells.environment()), PWD: plan.cwd.path, ...plan.env },
      stdin: plan.stdin,
      timeoutMs: plan.timeoutMs,
      keepBytes: plan.keepBytes ?? keepBytes,
      wantsOutput: onOutput !== undefined,
      stopMs,
    },
    {
      signal,
      onOutput: ({ stream, start }, bytes) => {
        const text = decoders[stream].decode(bytes, { stream: true })
        onOutput?.({ text, stream, start, end: start + bytes.length })
      },
    },
  )
  const { lengths, bytes, ...facts } = result
  const streamOf = (stream: OutputStream): ExecStream => {
    const first = stream === 'stdout' ? 0 : lengths[0] + lengths[1]
    const [head, tail] = stream === 'stdout' ? [lengths[0], lengths[1]] : [lengths[2], lengths[3]]
    const total = bytes[stream === 'stdout' ? 0 : 1]
    const isWhole = head + tail === total
    return {
      // A character may lie across the place where the head ends.
      head: isWhole ? body.toString('utf8', first, first + head + tail) : body.toString('utf8', first, first + head),
      tail: isWhole ? '' : body.toString('utf8', first + head, first + head + tail),
      dropped: total - head - tail,
      bytes: total,
    }
  }
  return { ...facts, stdout: streamOf('stdout'), stderr: streamOf('stderr') }
}

export function argvOf(command: string | readonly string[], shell: string): readonly string[] {
  if (typeof command !== 'string') return command
  if (/cmd(?:\.exe)?$/i.test(shell)) return [shell, '/d', '/s', '/c', command]
  if (/(?:powershell|pwsh)(?:\.exe)?$/i.test(shell)) return [shell, '-NoProfile', '-Command', command]
  return [shell, '-c', command]
}
