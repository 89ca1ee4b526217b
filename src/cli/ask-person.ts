import { createInterface } from 'node:readline/promises'
import { HostError } from '../base/host-error.ts'
import type { Context } from './context.ts'

type Terminal = Pick<Context, 'isInteractive' | 'streams'>

/** One line from the person; undefined at the end of input, or when they press Ctrl-C. Only in a terminal. */
export async function askLine({ isInteractive, streams }: Terminal, question: string): Promise<string | undefined> {
  if (!isInteractive) throw new Error('nobody can be asked')
  const reader = createInterface({ input: streams.readable, output: streams.writable, historySize: 0 })
  const ended = Promise.withResolvers<undefined>()
  reader.once('close', () => ended.resolve(undefined))
  // Otherwise Ctrl-C would end the process in the middle of a line.
  reader.once('SIGINT', () => {
    streams.writable.write('\n')
    reader.close()
  })
  try {
    return await Promise.race([reader.question(question), ended.promise])
  } catch {
    return undefined
  } finally {
    reader.close()
  }
}

/** Goes on only after a yes: typed in a terminal, or given with `--yes`. Anything else changes nothing. */
export async function confirm(context: Terminal, question: string, isSure: boolean): Promise<void> {
  if (isSure) return
  if (!context.isInteractive) {
    throw new HostError('INVALID_PARAMETERS', 'This needs a yes, and there is no terminal to ask in.', {
      hint: 'Add --yes if you are sure. Nothing was changed.',
    })
  }
  const answer = await askLine(context, `${question} [y/N] `)
  if (!/^\s*y(?:es)?\s*$/i.test(answer ?? '')) throw new HostError('CANCELLED', 'Nothing was changed.')
}
