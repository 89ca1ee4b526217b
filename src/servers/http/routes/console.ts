import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { HostError } from '../../../base/host-error.ts'
import { CONSOLE_PATHS } from '../../../contract/console.ts'
import type { ConsoleFiles } from '../console/console-files.ts'
import { consolePolicy } from '../console/console-policy.ts'
import type { HttpContext, HttpEnv } from '../http-env.ts'

const NONCE_BYTES = 16
const NONCE_MARK = '__NONCE__'

/** Every page is the same document; the address is read by its script. `fallback` answers where nothing was built. */
export function consoleRoutes(files: ConsoleFiles, fallback: (c: HttpContext) => Response | Promise<Response>) {
  const page = (c: HttpContext): Response | Promise<Response> => {
    const html = files.page()
    if (html === undefined) return fallback(c)
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    c.header('Content-Security-Policy', consolePolicy(nonce))
    return c.html(html.replaceAll(NONCE_MARK, nonce))
  }
  const routes = new Hono<HttpEnv>().get('/', page).get('/assets/:name', (c) => asset(c, files))
  for (const path of CONSOLE_PATHS) routes.get(`/${path}`, page).get(`/${path}/:rest`, page)
  return routes
}

function asset(c: HttpContext, files: ConsoleFiles): Response {
  const found = files.asset(c.req.param('name') ?? '')
  if (found === undefined) throw new HostError('NOT_FOUND', 'There is no such file of the console.')
  c.header('Content-Type', found.type)
  c.header('Cache-Control', found.isImmutable ? 'private, max-age=31536000, immutable' : 'no-cache')
  c.header('Vary', 'Accept-Encoding')
  if (found.gzipped === undefined || !/\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')) {
    return c.body(new Uint8Array(found.bytes))
  }
  c.header('Content-Encoding', 'gzip')
  return c.body(new Uint8Array(found.gzipped))
}
