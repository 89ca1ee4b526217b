import { HostError } from '../../base/host-error.ts'

/** More is a program, and belongs into a file. The system takes no more than 128 KiB as one argument. */
const COMMAND_BYTES = 64 * 1024

/** A command that can be handed to a shell as it is. */
export function commandText(given: string): string {
  if (given.trim() === '') throw new HostError('INVALID_PARAMETERS', 'The command is empty.')
  if (given.includes('\0')) throw new HostError('INVALID_PARAMETERS', 'A command cannot hold a NUL character.')
  const bytes = Buffer.byteLength(given)
  if (bytes <= COMMAND_BYTES) return given
  throw new HostError('TOO_LARGE', `The command has ${bytes} bytes; at most ${COMMAND_BYTES} are accepted.`, {
    hint: 'Write it to a file and run that.',
  })
}

const INPUT_BYTES = 256 * 1024

export function inputText(given: string): string {
  const bytes = Buffer.byteLength(given)
  if (bytes <= INPUT_BYTES) return given
  throw new HostError('TOO_LARGE', `The input has ${bytes} bytes; at most ${INPUT_BYTES} are accepted at once.`)
}
