import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import type { Clients } from '../clients/clients.ts'
import { dataDirectoryPath, openDataDirectory } from '../config/data-directory.ts'
import type { Place } from './context.ts'

/** The clients of this machine. Loaded only when needed: the readers of three formats come with it. */
export async function openClients(place: Place, { isWriting }: { readonly isWriting: boolean }): Promise<Clients> {
  const { createClients } = await import('../clients/clients.ts')
  const { env, program } = place
  const data = isWriting ? openDataDirectory(env).root : dataDirectoryPath(env)
  return createClients({
    env,
    home: env['HOME'] || homedir(),
    platform: process.platform,
    runtime: process.execPath,
    bin: binOf(program),
    backups: join(data, 'backups'),
  })
}

/** Whichever file of ours was started: `bin/upperhand.mjs` is what clients start. */
export function binOf(program: string): string {
  const real = existsSync(program) ? realpathSync(program) : program
  return join(dirname(dirname(real)), 'bin', 'upperhand.mjs')
}

/** npm clears this cache when it likes, and then every connected client would start nothing. */
export function isFleeting(program: string): boolean {
  return binOf(program).split(sep).includes('_npx')
}
