import { Hono } from 'hono'
import { type SettingsPatch, settingsPatchSchema } from '../../../config/edit-settings.ts'
import type { Settings } from '../../../config/resolve-settings.ts'
import { body, type HttpEnv } from '../http-env.ts'

export interface SettingsService {
  readonly current: () => Settings
  readonly problems: () => readonly string[]
  /** In force when it returns. Throws, and changes nothing, where that cannot be. */
  readonly edit: (patch: SettingsPatch) => void
}

/** Read at the start only; what else can be changed here holds at once. */
const AFTER_RESTART: readonly string[] = ['allowedHosts', 'allowedOrigins', 'logLevel']

export function settingsRoutes(settings: SettingsService) {
  const overview = () => ({
    settings: settings.current(),
    editable: Object.keys(settingsPatchSchema.shape),
    afterRestart: AFTER_RESTART,
    problems: settings.problems(),
  })
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json(overview()))
    .patch('/', async (c) => {
      settings.edit(await body(c, settingsPatchSchema))
      return c.json(overview())
    })
}
