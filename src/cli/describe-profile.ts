import type { ProfileDescription } from '../contract/tools-file.ts'
import type { Api } from './api.ts'

/** The active profile if none is named. */
export function describe(api: Api, profile: string | undefined): Promise<ProfileDescription> {
  return api.get(`/api/profiles/${encodeURIComponent(profile ?? 'active')}`)
}
