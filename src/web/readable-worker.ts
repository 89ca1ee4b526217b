import { parentPort, workerData } from 'node:worker_threads'
import { readableHtml } from '../base/readable-html.ts'

export interface Readable {
  readonly title: string | null
  readonly markdown: string
}

const { html, url } = workerData as { html: string; url: string }
parentPort?.postMessage({ result: readableHtml(html, url) satisfies Readable })
