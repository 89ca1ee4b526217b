import { dirname } from 'node:path'
import type { Clock } from './base/clock.ts'
import type { Limits } from './base/limits.ts'
import type { Logger } from './base/logger.ts'
import type { Redact } from './base/redact.ts'
import type { DataDirectory, Environment } from './config/data-directory.ts'
import type { LiveSettings } from './config/settings.ts'
import { createTerminals } from './terminals/create-terminals.ts'
import type { Terminals } from './terminals/terminals.ts'

interface Parts {
  readonly directory: DataDirectory
  readonly settings: LiveSettings
  readonly home: string
  readonly env: Environment
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Logger
  readonly redact: Redact
}

/** Terminals of this data directory, with the person's shell and without our secrets in their environment. */
export function openTerminals({ directory, settings, clock, redact, ...rest }: Parts): Terminals {
  return createTerminals({
    ...rest,
    directory: directory.root,
    sockets: dirname(directory.sockets.api),
    now: clock.now,
    shell: () => settings.current().shell,
    isSecret: (value) => redact.known(value) !== value,
    redact: redact.text,
  })
}
