import { api } from '../../data/api.ts'
import { put } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { say, sayError } from '../../ui/toast.tsx'

export interface SettingsOverview {
  readonly settings: Readonly<Record<string, unknown>> & { readonly limits?: Readonly<Record<string, number>> }
  readonly editable: readonly string[]
  readonly afterRestart: readonly string[]
  readonly problems: readonly string[]
}

const SETTINGS = '/api/settings'

export function useSettings() {
  return useLive<SettingsOverview>(SETTINGS, ['settings.changed'])
}

/** Answers whether it was taken. */
export async function patchSettings(patch: object): Promise<boolean> {
  try {
    put(SETTINGS, await api.patch<SettingsOverview>(SETTINGS, patch))
    say('Saved in settings.json.')
    return true
  } catch (cause) {
    sayError(cause)
    return false
  }
}
