import { parentPort, workerData } from 'node:worker_threads'
import { readable } from './readable.ts'

export interface Readable {
  readonly title: string | null
  readonly markdown: string
}

const { html, url } = workerData as { html: string; url: string }
parentPort?.postMessage({ result: readable(html, url) satisfies Readable })
