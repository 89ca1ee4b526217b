import type { Logger } from '../base/logger.ts'
import { ERROR_CODES } from '../contract/errors.ts'

/** What nobody foresaw is logged and ends the process: a half-working daemon would be worse than a restarted one. */
export function endOnCrash(log: Logger): void {
  const end = (message: string) => (cause: unknown) => {
    log.error(message, { cause })
    process.stderr.write(`upperhand crashed: ${cause instanceof Error ? cause.message : String(cause)}\n`)
    process.exit(ERROR_CODES.INTERNAL.exit)
  }
  process.on('uncaughtException', end('uncaught exception'))
  process.on('unhandledRejection', end('unhandled rejection'))
}
