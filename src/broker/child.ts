import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import type { IPty } from '@lydell/node-pty'
import { HostError } from '../base/host-error.ts'
import type { OutputStream } from '../contract/terminals.ts'
import type { MakePipe } from './pipes.ts'

/** A running program, with a terminal or with pipes. */
export interface Child {
  readonly pid: number
  readonly tty: string | null
  /** False when more is waiting than the program may keep unread. */
  readonly write: (bytes: Buffer) => boolean
  /** No more input will come; a terminal has no such thing. */
  readonly closeInput: () => void
  readonly resize: (cols: number, rows: number) => void
  readonly release: () => void
}

export interface ChildPlan {
  readonly kind: 'pty' | 'pipe'
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: { readonly path: string; readonly identity?: string | undefined }
  readonly cols: number
  readonly rows: number
  readonly hasInput: boolean
  readonly makePipe: MakePipe
}

export interface ChildEvents {
  readonly data: (bytes: Buffer, stream: OutputStream) => void
  /** The program itself ended; others may still hold its output. */
  readonly exit: (exitCode: number | null, signal: number | string | null) => void
  /** Nothing more will be printed. */
  readonly closed: () => void
}

const INPUT_WAITING_BYTES = 1024 * 1024

export function startChild(plan: ChildPlan, events: ChildEvents): Child {
  const directory = openDirectory(plan.cwd)
  try {
    return plan.kind === 'pty' ? startPty(plan, directory.path, events) : startPiped(plan, directory.path, events)
  } finally {
    directory.close()
  }
}

/** The very directory that was located: on Linux the program starts in what we hold open, whatever its name leads to now. */
function openDirectory({ path, identity }: ChildPlan['cwd']): { readonly path: string; readonly close: () => void } {
  try {
    if (process.platform !== 'linux') {
      const stat = statSync(path, { bigint: true })
      if (!stat.isDirectory()) throw notADirectory(path)
      check(identity, `${stat.dev}:${stat.ino}`, path)
      return { path, close: () => {} }
    }
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
    const close = () => closeSync(descriptor)
    try {
      const { dev, ino } = fstatSync(descriptor, { bigint: true })
      check(identity, `${dev}:${ino}`, path)
    } catch (cause) {
      close()
      throw cause
    }
    return { path: `/proc/self/fd/${descriptor}`, close }
  } catch (cause) {
    if (cause instanceof HostError) throw cause
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new HostError('NOT_FOUND', `The working directory ${path} does not exist.`)
    if (code === 'ENOTDIR') throw notADirectory(path)
    throw new HostError('PERMISSION_DENIED', `The working directory ${path} cannot be entered (${code}).`, { cause })
  }
}

function notADirectory(path: string): HostError {
  return new HostError('INVALID_PARAMETERS', `The working directory ${path} is not a directory.`)
}

function check(wanted: string | undefined, found: string, path: string): void {
  if (wanted === undefined || wanted === found) return
  throw new HostError('CONFLICT', `The working directory ${path} is not the one that was looked at.`, {
    hint: 'It was replaced in the meantime. Call again.',
  })
}

/** Loaded when the first terminal opens: commands over pipes need none of it. */
const require = createRequire(import.meta.url)
let library: typeof import('@lydell/node-pty') | undefined

function startPty(plan: ChildPlan, cwd: string, events: ChildEvents): Child {
  const [file = '', ...args] = plan.argv
  const { cols, rows } = plan
  let pty: IPty
  try {
    library ??= require('@lydell/node-pty') as typeof import('@lydell/node-pty')
    pty = library.spawn(file, args, { name: 'xterm-256color', cols, rows, cwd, env: { ...plan.env }, encoding: null })
  } catch (cause) {
    throw new HostError('UNAVAILABLE', `There is no terminal to be had: ${(cause as Error).message}`, {
      hint: 'Close terminals that are no longer needed, or run the command without one.',
      cause,
    })
  }
  // Without an encoding it gives bytes, which its types do not know; `_socket` is where a full input is noticed.
  const { _socket: socket, _pty: name } = pty as unknown as {
    readonly _socket: NodeJS.WritableStream & { writableLength: number; destroy: () => void; on: IPty['onData'] }
    readonly _pty?: string
  }
  ;(pty as unknown as { onData: (listener: (bytes: Buffer) => void) => void }).onData((bytes) =>
    events.data(bytes, 'stdout'),
  )
  let isOver = false
  pty.onExit(({ exitCode, signal }) => {
    isOver = true
    events.exit(exitCode, signal || null)
    events.closed()
  })
  return {
    pid: pty.pid,
    tty: name ?? null,
    write: (bytes) => {
      if (isOver || socket.writableLength > INPUT_WAITING_BYTES) return false
      ;(pty as unknown as { write: (bytes: Buffer) => void }).write(bytes)
      return true
    },
    closeInput: () => {},
    resize: (columns, lines) => {
      if (!isOver) pty.resize(columns, lines)
    },
    release: () => socket.destroy(),
  }
}

function startPiped(plan: ChildPlan, cwd: string, events: ChildEvents): Child {
  const [file = '', ...args] = plan.argv
  const pipes = plan.hasInput
    ? [plan.makePipe(), plan.makePipe(), plan.makePipe()]
    : [null, plan.makePipe(), plan.makePipe()]
  const [input, output, errors] = pipes
  const theirs = [
    input === null ? 'ignore' : (input?.read ?? 'pipe'),
    output?.write ?? 'pipe',
    errors?.write ?? 'pipe',
  ] as const
  let child: ChildProcess
  try {
    child = spawn(file, args, { cwd, env: plan.env, detached: true, windowsHide: true, stdio: [...theirs] })
  } catch (cause) {
    for (const pipe of pipes) for (const descriptor of [pipe?.read, pipe?.write]) close(descriptor)
    throw notStarted(file, cause)
  }
  for (const descriptor of theirs) if (typeof descriptor === 'number') close(descriptor)
  if (child.pid === undefined) {
    for (const descriptor of [input?.write, output?.read, errors?.read]) close(descriptor)
    child.on('error', () => {})
    throw notStarted(file, undefined)
  }
  const stdin =
    input === null ? null : input === undefined ? child.stdin : new Socket({ fd: input.write, readable: false })
  const stdout = output == null ? child.stdout : new Socket({ fd: output.read, writable: false })
  const stderr = errors == null ? child.stderr : new Socket({ fd: errors.read, writable: false })
  stdout?.on('data', (bytes: Buffer) => events.data(bytes, 'stdout'))
  stderr?.on('data', (bytes: Buffer) => events.data(bytes, 'stderr'))
  for (const stream of [stdin, stdout, stderr, child]) stream?.on('error', () => {})
  let open = 3
  const closed = (): void => {
    open -= 1
    if (open === 0) events.closed()
  }
  stdout?.once('close', closed)
  stderr?.once('close', closed)
  child.once('exit', (exitCode, signal) => {
    events.exit(exitCode, signal)
    closed()
  })
  return {
    pid: child.pid,
    tty: null,
    write: (bytes) => {
      if (stdin === null || stdin.destroyed || stdin.writableLength > INPUT_WAITING_BYTES) return false
      stdin.write(bytes)
      return true
    },
    closeInput: () => stdin?.end(),
    resize: () => {},
    release: () => {
      for (const stream of [stdin, stdout, stderr]) stream?.destroy()
    },
  }
}

function notStarted(file: string, cause: unknown): HostError {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  if (code === 'E2BIG') {
    return new HostError('EXECUTION_FAILED', 'The command and its environment are longer than the system takes.', {
      hint: 'Write it to a file and run that.',
    })
  }
  return new HostError('EXECUTION_FAILED', `${file} could not be started.`, {
    hint: 'Check that it is installed and executable.',
    cause,
  })
}

function close(descriptor: number | undefined): void {
  if (descriptor !== undefined) closeSync(descriptor)
}
