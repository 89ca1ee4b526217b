import { Hono } from 'hono'
import { HostError } from '../../../base/host-error.ts'
import { ICON_NAMES, type IconName, iconSvg } from '../../../tools/icons.ts'
import type { HttpEnv } from '../http-env.ts'

const FILES = new Map(ICON_NAMES.map((name: IconName) => [`${name}.svg`, iconSvg(name)]))

/** MCP clients load them without a credential and from pages of their own. */
export function iconRoutes() {
  return new Hono<HttpEnv>().get('/:file', (c) => {
    const svg = FILES.get(c.req.param('file'))
    if (svg === undefined) throw new HostError('NOT_FOUND', 'There is no such icon.')
    c.header('Content-Type', 'image/svg+xml')
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body(svg)
  })
}
