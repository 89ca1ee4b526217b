import { HostError } from '../../base/host-error.ts'
import type { Clients } from '../../clients/clients.ts'
import type { ClientView } from '../../contract/clients.ts'
import { askLine } from '../ask-person.ts'
import { changeClients, type Outcome } from '../change-clients.ts'
import type { Context } from '../context.ts'
import { type Output, shown, table } from '../output.ts'
import { tilde } from '../tilde.ts'

interface Parts {
  readonly context: Context
  readonly output: Output
  readonly clients: Clients
}

/** The tick list: every client that was found, and a diff for each one that is chosen. */
export async function chooseClients({ context, output, clients }: Parts): Promise<readonly Outcome[]> {
  const say = (...lines: readonly string[]) => context.write(lines.map((line) => `${line}\n`).join(''))
  const found = clients.list().filter(({ isDetected, state }) => isDetected && state !== 'connected')
  say('', output.paint('bold', 'AI clients'))
  if (found.length === 0) {
    say('None to connect was found here. Later: upperhand connect')
    return []
  }
  say(
    ...table(found.map((client, index) => [`  ${index + 1}`, shown(client.label), shown(tilde(client.file, context))])),
  )
  const chosen = await choose(found, context)
  if (chosen.length === 0) {
    say('None connected. Later: upperhand connect')
    return []
  }
  const plans = chosen.map(({ id }) => clients.plan(id))
  return changeClients(plans, { context, output, clients, options: {} })
}

const TRIES = 3

async function choose(found: readonly ClientView[], context: Context): Promise<readonly ClientView[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await askLine(context, 'Connect them? Enter for all, numbers for some, n for none: ')
    if (answer === undefined) {
      throw new HostError('CANCELLED', 'Stopped here: upperhand runs, and nothing was connected.')
    }
    const chosen = pick(found, answer)
    if (chosen !== undefined) return chosen
    context.write(`"${shown(answer.trim().slice(0, 40))}" is none of these.\n`)
  }
  return []
}

/** Undefined for an answer that says nothing about the list. */
function pick(found: readonly ClientView[], answer: string): readonly ClientView[] | undefined {
  const words = answer
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  if (words.length === 0 || /^(?:y|yes|a|all)$/.test(words.join(' '))) return found
  if (/^(?:n|no|none)$/.test(words.join(' '))) return []
  const numbers = found.map((_client, index) => String(index + 1))
  if (!words.every((word) => numbers.includes(word))) return undefined
  return found.filter((_client, index) => words.includes(String(index + 1)))
}
