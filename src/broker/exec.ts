import type { OutputStream } from '../contract/terminals.ts'
import { startChild } from './child.ts'
import { endTree, type Tree, treeOf } from './end-tree.ts'
import type { MakePipe } from './pipes.ts'
import type { ExecReply, ExecRequest } from './protocol.ts'
import { exitOf } from './session.ts'

interface ExecOptions {
  /** `NAME=value` in its environment, by which its processes are found. */
  readonly mark: string
  readonly makePipe: MakePipe
  readonly signal: AbortSignal
  /** It ended by itself; whether it left something behind is not known. */
  readonly onLeft: (tree: Tree) => void
  readonly onOutput: (bytes: Buffer, stream: OutputStream, start: number) => void
}

/** After the command itself ended, others may still print; but nobody waits for them longer than this. */
const LINGER_MS = 100

/** Runs a command to its end. What it started does not outlive it. */
export async function runToEnd(
  request: ExecRequest,
  { mark, makePipe, signal, onLeft, onOutput }: ExecOptions,
): Promise<{ readonly reply: ExecReply; readonly body: Buffer }> {
  const startedAt = performance.now()
  const captures = { stdout: createCapture(request.keepBytes), stderr: createCapture(request.keepBytes) }
  const exited = Promise.withResolvers<ReturnType<typeof exitOf>>()
  const closed = Promise.withResolvers<'closed'>()
  const child = startChild(
    { ...request, kind: 'pipe', cols: 0, rows: 0, hasInput: request.stdin !== undefined, makePipe },
    {
      data: (bytes, stream) => {
        const start = captures[stream].add(bytes)
        if (request.wantsOutput) onOutput(bytes, stream, start)
      },
      exit: (code, by) => exited.resolve(exitOf(code, by)),
      closed: () => closed.resolve('closed'),
    },
  )
  if (request.stdin !== undefined) {
    child.write(Buffer.from(request.stdin))
    child.closeInput()
  }
  const tree = treeOf(child.pid, mark)

  let why: 'timedOut' | 'cancelled' | undefined
  const end = (reason: typeof why): void => {
    if (why !== undefined) return
    why = reason
    void endTree(tree, { patienceMs: request.stopMs })
  }
  const timer = setTimeout(() => end('timedOut'), request.timeoutMs)
  const cancel = () => end('cancelled')
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()

  const exit = await exited.promise
  clearTimeout(timer)
  signal.removeEventListener('abort', cancel)
  const durationMs = performance.now() - startedAt
  const isClosed = (await Promise.race([closed.promise, lingering()])) === 'closed'
  // With all pipes closed hardly anything is left, and the caller need not wait for the look.
  if (isClosed && why === undefined) onLeft(tree)
  else await endTree(tree, { patienceMs: request.stopMs })
  if (!isClosed) await Promise.race([closed.promise, lingering()])
  child.release()

  const [outHead, outTail] = captures.stdout.kept()
  const [errHead, errTail] = captures.stderr.kept()
  return {
    reply: {
      pid: child.pid,
      ...exit,
      timedOut: why === 'timedOut',
      cancelled: why === 'cancelled',
      durationMs,
      lengths: [outHead.length, outTail.length, errHead.length, errTail.length],
      bytes: [captures.stdout.total(), captures.stderr.total()],
    },
    body: Buffer.concat([outHead, outTail, errHead, errTail]),
  }
}

function lingering(): Promise<'lingering'> {
  return new Promise((resolve) => setTimeout(() => resolve('lingering'), LINGER_MS).unref())
}

/** The beginning and the end of a stream; the middle of a long one is counted, not kept. */
function createCapture(keepBytes: number) {
  const half = Math.ceil(keepBytes / 2)
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let inHead = 0
  let inTail = 0
  let total = 0
  return {
    add: (bytes: Buffer): number => {
      const start = total
      total += bytes.length
      const first = bytes.subarray(0, half - inHead)
      if (first.length > 0) head.push(first)
      inHead += first.length
      const rest = bytes.subarray(first.length)
      if (rest.length === 0) return start
      tail.push(rest)
      inTail += rest.length
      if (inTail > 2 * half) {
        tail = [Buffer.concat(tail).subarray(-half)]
        inTail = half
      }
      return start
    },
    kept: (): readonly [Buffer, Buffer] => [Buffer.concat(head), Buffer.concat(tail).subarray(-half)],
    total: () => total,
  }
}
