import { HostError } from '../base/host-error.ts'
import type { Preview } from '../contract/preview.ts'
import type { Located } from '../files/files.ts'

/**
 * Errors of an edit quote the file. Whoever may not read it without being asked gets the error without the quotation:
 * otherwise a failing edit would be a way to read.
 */
export async function withoutQuoting<T>(files: readonly Located[], work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof HostError) || files.every(isReadable)) throw cause
    throw new HostError(cause.code, cause.message, { hint: 'Read the file first.', cause })
  }
}

/**
 * What cannot succeed asks nobody, and the caller learns why. Where the reason itself would give something away, it is
 * shown to the person instead.
 */
export async function previewOrReason(files: readonly Located[], make: () => Promise<Preview>): Promise<Preview> {
  try {
    return await make()
  } catch (cause) {
    if (!(cause instanceof HostError) || files.every(isReadable)) throw cause
    return { kind: 'changes', files: [], notes: [`It would fail: ${cause.message}`] }
  }
}

export function isReadable({ resource: { access, zone, protection } }: Pick<Located, 'resource'>): boolean {
  return access === 'read' || (zone === 'inside' && protection.class === 'none')
}
