import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import type { Api } from '../api.ts'
import type { Context } from '../context.ts'
import type { Output } from '../output.ts'
import { openStdioClient, type StdioClient, type ToolResult } from '../stdio-client.ts'
import { watchCards } from '../watch-cards.ts'

interface Parts {
  readonly context: Context
  readonly api: Api
  readonly output: Output
  readonly folder: string
}

/** A call waits for a person only so long; the same call again goes on waiting for the same card. */
const CALL_WITHIN_MS = 10 * 60_000

/** A harmless call, then one that asks, both made as an AI client makes them. */
export async function tour({ context, api, output, folder }: Parts): Promise<void> {
  const say = (...lines: readonly string[]) => context.write(lines.map((line) => `${line}\n`).join(''))
  const { paint } = output
  const launch = { command: process.execPath, args: [context.program, 'stdio', '--workdir', folder] }
  await using client = openStdioClient({ ...launch, directory: folder, env: context.env }, 'first-run')
  await client.connect()
  say('', paint('bold', 'A harmless call, made as an AI client makes it'))
  const { isError, text } = await client.call('file_operations', { operation: 'list_dir' })
  say(
    isError
      ? `  It failed: ${text.split('\n')[0]}`
      : `  ${done(output)} It listed the folder. Reading there never asks.`,
  )

  say('', paint('bold', 'One that asks'), '  It wants to write hello.txt outside the folder. You decide.')
  const place = mkdtempSync(join(outsideOf(folder, context), 'upperhand-'))
  try {
    const { isError: isDenied } = await askedFor(client, join(place, 'hello.txt'), { context, api, output })
    say(
      isDenied
        ? '  It was not written: that is how a no looks.'
        : `  ${done(output)} hello.txt was written, and is removed again.`,
    )
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The card is decided while the call waits. */
async function askedFor(client: StdioClient, filePath: string, parts: Omit<Parts, 'folder'>): Promise<ToolResult> {
  const over = new AbortController()
  const call = async (): Promise<ToolResult> => {
    const args = { operation: 'create_file', filePath, content: 'Hello from upperhand.\n' }
    for (;;) {
      const result = await client.call('file_operations', args, CALL_WITHIN_MS)
      if (!result.isPending || over.signal.aborted) return result
    }
  }
  const calling = call().finally(() => over.abort())
  await watchCards(parts, over.signal)
  over.abort()
  return Promise.race([calling, stoppedWaiting()])
}

/** The person left without deciding: the card stays for later. */
async function stoppedWaiting(): Promise<ToolResult> {
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return { isError: true, isPending: true, text: '' }
}

/** Somewhere that is not inside the folder, or nothing would be asked. */
function outsideOf(folder: string, { env }: Context): string {
  const candidates = [tmpdir(), env['HOME'] || homedir()]
  return candidates.find((path) => path !== folder && !path.startsWith(`${folder}${sep}`)) ?? tmpdir()
}

function done({ isPlain, paint }: Output): string {
  return isPlain ? 'Done:' : paint('green', '✓')
}
