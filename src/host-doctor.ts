import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './config/data-directory.ts'
import type { DoctorService } from './servers/http/routes/doctor.ts'

interface Parts {
  readonly env: Environment
  readonly home: string
  readonly projects: () => readonly string[]
}

/** The doctor of the command line, for the console. It asks the daemon from outside, as the command does. */
export function createDoctor({ env, home, projects }: Parts): DoctorService {
  const place = () => ({
    env,
    // The test call lists the directory it starts in.
    directory: projects().find((path) => existsSync(path)) ?? home,
    program: join(import.meta.dirname, '..', 'bin', 'upperhand.mjs'),
  })
  const load = () => import('./cli/doctor/examine.ts')
  let running: ReturnType<DoctorService['examine']> | undefined
  return {
    examine: () => {
      running ??= load()
        .then(({ examine }) => examine(place()))
        .finally(() => {
          running = undefined
        })
      return running
    },
    testClient: async (id) => (await load()).examineClient(id, place()),
  }
}
