import type { ToolPermission } from '../../../src/contract/levels.ts'
import type { ProfileDescription } from '../../../src/contract/tools-file.ts'
import { api } from '../../data/api.ts'
import { put } from '../../data/cache.ts'
import { sayError } from '../../ui/toast.tsx'
import { profilePath } from './tools.tsx'

type Change =
  | { readonly tool: string; readonly enabled: boolean }
  | { readonly category: string; readonly enabled: boolean }
  | { readonly tool: string; readonly permission: ToolPermission | null }

/** What the daemon answers is what is shown: nothing is pretended. */
export async function change(profile: string, what: Change): Promise<void> {
  const route = 'permission' in what ? 'permission' : 'toggle'
  try {
    const path = `/api/tools/${encodeURIComponent(profile)}/${route}`
    put(profilePath(profile), await api.post<ProfileDescription>(path, what))
  } catch (cause) {
    sayError(cause)
  }
}
