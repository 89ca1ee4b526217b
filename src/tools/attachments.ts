import { HostError } from '../base/host-error.ts'
import { isShowable } from '../files/file-type.ts'
import type { Files, Located } from '../files/files.ts'
import type { Attachment } from './operation.ts'

export interface Shown {
  readonly text: string
  readonly size: number
}

/** An image or PDF goes to the client as what it is; anything else that is no text stays an error that says what it is. */
export async function attachMedia(
  files: Files,
  file: Located,
  cause: unknown,
  attach: (attachment: Attachment) => void,
): Promise<Shown> {
  const mimeType = cause instanceof HostError ? cause.details?.['mimeType'] : undefined
  if (typeof mimeType !== 'string' || !isShowable(mimeType)) throw cause
  if (Number(file.target?.size ?? 0) > files.limits.mediaBytes) throw cause
  const bytes = await files.readWhole(file, { maxBytes: files.limits.mediaBytes })
  attach({ mimeType, data: bytes, path: file.resource.path })
  return { text: `[${file.resource.path}: ${mimeType}, ${bytes.length} bytes]`, size: bytes.length }
}
