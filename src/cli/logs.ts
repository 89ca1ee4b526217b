import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { InvalidArgumentError } from 'commander'
import { HostError } from '../base/host-error.ts'
import { dataDirectoryPath } from '../config/data-directory.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { logLine } from './log-line.ts'

interface Options {
  readonly follow?: boolean
  readonly lines: number
}

const LINES = 100
const LOOK_EVERY_MS = 250

export const logsCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'logs',
    summary: "Show the end of the daemon's log.",
    examples: ['upperhand logs', 'upperhand logs -f', 'upperhand logs -n 1000 --json'],
  })
    .option('-f, --follow', 'go on showing what is added')
    .option('-n, --lines <count>', 'how many lines', count, LINES)
    .action(async (_options, command) => {
      const { output, options } = toolsOf<Options>(context, command)
      const path = join(dataDirectoryPath(context.env), 'logs', 'daemon.log')
      const write = (line: string) => context.write(`${output.isJson ? line : logLine(line)}\n`)
      if (!existsSync(path)) throw new HostError('NOT_FOUND', `There is no log yet: ${path}.`, { hint: 'upperhand up' })
      const text = readFileSync(path, 'utf8')
      for (const line of linesOf(text).slice(-options.lines)) write(line)
      if (options.follow === true) await follow(path, Buffer.byteLength(text), write)
    })

function count(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('A count is a whole number from 1.')
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** Until the command is ended. A log that was put aside is read from its beginning again. */
async function follow(path: string, from: number, write: (line: string) => void): Promise<never> {
  let file = statSync(path).ino
  let position = from
  let rest = ''
  for (;;) {
    await pause(LOOK_EVERY_MS)
    const added = readFrom(path, position, file)
    position = added.position
    file = added.file
    const lines = (rest + added.text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) write(line)
  }
}

function readFrom(path: string, position: number, file: number): { text: string; position: number; file: number } {
  if (!existsSync(path)) return { text: '', position, file }
  const fd = openSync(path, 'r')
  try {
    const { ino, size } = fstatSync(fd)
    const start = ino === file && size >= position ? position : 0
    const bytes = Buffer.alloc(size - start)
    const read = readSync(fd, bytes, 0, bytes.length, start)
    return { text: bytes.toString('utf8', 0, read), position: start + read, file: ino }
  } finally {
    closeSync(fd)
  }
}
