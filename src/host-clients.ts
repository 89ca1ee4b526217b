import { join } from 'node:path'
import type { Clients } from './clients/clients.ts'
import type { Environment } from './config/data-directory.ts'

interface Parts {
  readonly env: Environment
  readonly home: string
  readonly backups: string
}

/** The AI clients of this machine, for the console. Loaded when somebody looks: the readers of three formats come with it. */
export function clientsLoader({ env, home, backups }: Parts): () => Promise<Clients> {
  return async () => {
    const { createClients } = await import('./clients/clients.ts')
    return createClients({
      env,
      home,
      backups,
      platform: process.platform,
      runtime: process.execPath,
      bin: join(import.meta.dirname, '..', 'bin', 'upperhand.mjs'),
    })
  }
}
