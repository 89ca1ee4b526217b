import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import { runInWorker, workerFile } from '../base/run-in-worker.ts'
import { decodeText } from './decode-text.ts'
import { getBytes } from './get-bytes.ts'
import { type Resolve, reachHost, resolveByName } from './reach-host.ts'
import type { Readable } from './readable-worker.ts'
import { type WebTarget, webTarget } from './web-target.ts'

export interface WebFile {
  readonly url: string
  readonly contentType: string
  readonly bytes: Buffer
}

export interface WebPage {
  readonly url: string
  readonly title: string | null
  readonly contentType: string
  readonly markdown: string
}

export interface WebContext {
  readonly signal: AbortSignal
  readonly progress: (message: string, fraction?: number) => void
}

export interface Web {
  readonly target: (given: string) => WebTarget
  /** The bytes behind an address. A redirect to another host is told, never followed: that host was not judged. */
  readonly file: (target: WebTarget, context: WebContext, maxBytes?: number) => Promise<WebFile>
  /** What a person would read of a page, as Markdown. */
  readonly page: (target: WebTarget, context: WebContext) => Promise<WebPage>
}

interface Parts {
  readonly limits: Limits
  /** Hosts of the person's own network that may be reached although they are not public. */
  readonly privateHosts: () => readonly string[]
  readonly resolve?: Resolve
}

const REDIRECTS_MAX = 5
const READING_MS = 20_000
const READING_MEMORY_MB = 512

export function createWeb({ limits, privateHosts, resolve = resolveByName }: Parts): Web {
  const isAllowed = (host: string): boolean => privateHosts().includes(host)

  const file: Web['file'] = async (target, { signal, progress }, maxBytes = limits.webPageBytes) => {
    const timed = AbortSignal.any([signal, timeout(limits.webTimeoutMs, target)])
    let url = new URL(target.url)
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      const reached = await reachHost(url, resolve, isAllowed)
      timed.throwIfAborted()
      const onProgress = (bytes: number) => progress(`Read ${bytes} bytes of ${url.host}`)
      const got = await getBytes(url, { reached, maxBytes, signal: timed, onProgress })
      if (got.kind === 'body') return accepted(url, got)
      url = nextHop(url, got.to)
    }
    throw new HostError('EXECUTION_FAILED', `${target.url} leads on more than ${REDIRECTS_MAX} times.`)
  }

  return {
    target: webTarget,
    file,
    page: async (target, context) => {
      const { url, contentType, bytes } = await file(target, context)
      const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
      if (!isText(type)) {
        throw new HostError('INVALID_PARAMETERS', `${url} is ${type}, not a page.`, {
          hint: 'Documents are read with document_operations, operation document_import.',
        })
      }
      const text = decodeText(bytes, contentType)
      if (!/html/.test(type)) return { url, title: null, contentType: type, markdown: text }
      const read = await runInWorker<Readable>(
        workerFile('readable-worker', import.meta),
        { html: text, url },
        {
          signal: context.signal,
          timeoutMs: READING_MS,
          memoryMb: READING_MEMORY_MB,
          tooMuch: `${url} is too large to be read as a page.`,
        },
      )
      return { url, contentType: type, ...read }
    },
  }
}

function timeout(ms: number, { url }: WebTarget): AbortSignal {
  const controller = new AbortController()
  const late = new HostError('TIMEOUT', `${url} did not answer within ${Math.round(ms / 1000)} s.`, {
    hint: 'Try again later. The limit is webTimeoutMs in settings.json.',
  })
  setTimeout(() => controller.abort(late), ms).unref()
  return controller.signal
}

function accepted(url: URL, { status, contentType, bytes }: { status: number; contentType: string; bytes: Buffer }) {
  if (status >= 200 && status < 300) return { url: url.href, contentType, bytes }
  throw new HostError(
    status === 404 || status === 410 ? 'NOT_FOUND' : 'EXECUTION_FAILED',
    `${url.href} answers ${status}.`,
  )
}

/** A page may move within its host, and from http to https. Elsewhere is another question. */
function nextHop(from: URL, location: string): URL {
  const to = webTarget(URL.parse(location, from.href)?.href ?? location)
  const next = new URL(to.url)
  if (next.hostname === from.hostname && (next.port === from.port || next.protocol === 'https:')) {
    if (!(from.protocol === 'https:' && next.protocol === 'http:')) return next
  }
  throw new HostError('CONFLICT', `${from.href} leads on to ${to.url}.`, {
    hint: `Nothing was read there. Call fetch with url ${to.url} to go on.`,
  })
}

function isText(type: string): boolean {
  return type.startsWith('text/') || /(?:json|xml|javascript|yaml|toml|csv)$/.test(type)
}
