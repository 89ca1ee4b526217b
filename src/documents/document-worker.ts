import { parentPort, workerData } from 'node:worker_threads'
import { HostError } from '../base/host-error.ts'
import type { MadeDocument } from './create-document.ts'
import type { DocumentFacts, DocumentText } from './read-document.ts'
import { documentFacts, readDocument } from './read-document.ts'

export type DocumentWork =
  | { readonly work: 'read'; readonly bytes: Uint8Array; readonly name: string; readonly type: string }
  | { readonly work: 'facts'; readonly bytes: Uint8Array; readonly name: string }
  | {
      readonly work: 'create'
      readonly markdown: string
      readonly format: 'html' | 'docx' | 'pdf'
      readonly title: string
    }

/** An error of ours keeps its code on the way out of the thread. */
export type DocumentAnswer =
  | { readonly ok: DocumentText | DocumentFacts | MadeDocument }
  | { readonly code: HostError['code']; readonly message: string; readonly hint: string | undefined }

const task = workerData as DocumentWork
const progress = (message: string, fraction: number) => parentPort?.postMessage({ progress: message, fraction })

try {
  const ok = await run()
  parentPort?.postMessage({ result: { ok } satisfies DocumentAnswer })
} catch (cause) {
  if (!(cause instanceof HostError)) throw cause
  const { code, message, hint } = cause
  parentPort?.postMessage({ result: { code, message, hint } satisfies DocumentAnswer })
}

async function run() {
  switch (task.work) {
    case 'read':
      return readDocument(task.bytes, task.name, task.type, progress)
    case 'facts':
      return documentFacts(task.bytes, task.name)
    case 'create':
      return (await import('./create-document.ts')).createDocument(task.markdown, task.format, task.title)
  }
}
