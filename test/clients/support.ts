import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client } from '../../src/clients/client.ts'
import { type Clients, createClients } from '../../src/clients/clients.ts'
import { placesOf } from '../../src/clients/places.ts'
import type { Applied, EditPlan, Plan } from '../../src/clients/plan.ts'
import { temporaryDirectory } from '../support/temporary.ts'

export interface World extends Disposable {
  readonly home: string
  readonly backups: string
  readonly clients: Clients
  readonly fileOf: (client: Client) => string
  readonly write: (path: string, text: string) => void
  readonly read: (path: string) => string
  /** Every file and directory below the home, links by what they are. */
  readonly tree: () => string[]
}

type Overrides = Partial<Parameters<typeof createClients>[0]>

/** A home of its own, and upperhand installed in it. */
export function createWorld(overrides: Overrides = {}): World {
  const directory = temporaryDirectory()
  const home = join(directory.path, 'home')
  const backups = join(directory.path, 'data', 'backups')
  mkdirSync(home)
  const machine = { env: {}, home, platform: 'linux', ...overrides } as const
  const clients = createClients({
    ...machine,
    runtime: '/opt/node/bin/node',
    bin: '/opt/upperhand/bin/upperhand.mjs',
    backups,
    ...overrides,
  })
  return {
    home,
    backups,
    clients,
    fileOf: (client) => client.files(placesOf(machine))[0] ?? '',
    write: (path, text) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
    read: (path) => readFileSync(path, 'utf8'),
    tree: () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .map((entry) => join(entry.parentPath, entry.name).slice(home.length))
        .sort(),
    [Symbol.dispose]: directory[Symbol.dispose],
  }
}

/** Carries out a plan that must be an edit. */
export async function applied(clients: Clients, plan: Plan): Promise<Applied> {
  return clients.apply(edit(plan))
}

export function edit(plan: Plan): EditPlan {
  if (plan.kind !== 'edit') throw new Error(`expected an edit, got ${JSON.stringify(plan)}`)
  return plan
}

export function isThere(path: string): boolean {
  return existsSync(path)
}
