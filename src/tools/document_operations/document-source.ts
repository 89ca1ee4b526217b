import { basename } from 'node:path'
import type { Place } from '../../contract/run.ts'
import type { GivenDocument } from '../../documents/documents.ts'
import type { WebContext } from '../../web/web.ts'
import type { Touched } from '../operation.ts'
import type { DocumentServices } from './fields.ts'

export interface DocumentSource extends Touched {
  readonly read: (context: WebContext) => Promise<GivenDocument>
}

const NAMELESS = 'document'

export function fileSource({ documents, files }: DocumentServices, place: Place, path: string): DocumentSource {
  const located = files.locate(place, path, 'read')
  return {
    resource: located.resource,
    fingerprint: located.fingerprint,
    read: async ({ signal }) => ({
      bytes: await files.readWhole(located, { maxBytes: documents.limits.documentBytes, signal }),
      name: basename(located.resource.path),
      contentType: '',
      source: located.resource.path,
    }),
  }
}

export function webSource({ documents, web }: DocumentServices, url: string): DocumentSource {
  const target = web.target(url)
  return {
    resource: { kind: 'url', ...target, protection: { class: 'none', reason: null }, identity: target.url },
    read: async (context) => {
      const { url: from, contentType, bytes } = await web.file(target, context, documents.limits.documentBytes)
      return { bytes, name: nameOf(from), contentType, source: from }
    },
  }
}

function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url)
  const last = basename(pathname)
  return last === '' ? hostname || NAMELESS : decoded(last)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
