import { HostError } from '../base/host-error.ts'
import { stricterLevel } from '../contract/levels.ts'
import type { StatusView } from '../contract/status.ts'
import { profileIdSchema } from '../contract/tools-file.ts'

/** Refuses a profile that is none. Which ones there are is known only while upperhand runs. */
export function assertProfile(profile: string | undefined, status: StatusView | undefined): void {
  if (profile === undefined) return
  if (!profileIdSchema.safeParse(profile).success) {
    throw new HostError('INVALID_PARAMETERS', `"${profile}" cannot be the id of a profile.`)
  }
  if (status === undefined || status.profiles.some(({ id }) => id === profile)) return
  throw new HostError('NOT_FOUND', `There is no profile "${profile}".`, {
    hint: `These are: ${status.profiles.map(({ id }) => id).join(', ')}.`,
  })
}

/** Whether upperhand itself asks a person under this profile, or the active one. Doubt counts as no. */
export function isGated(profile: string | undefined, status: StatusView | undefined): boolean {
  const served = status?.profiles.find(({ id }) => id === (profile ?? status.activeProfile))
  if (status === undefined || served === undefined) return false
  return stricterLevel(served.level, status.level ?? served.level) !== 'full_access'
}
