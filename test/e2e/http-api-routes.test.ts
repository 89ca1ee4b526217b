import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createPersonSessions } from '../../src/access/person-sessions.ts'
import { systemClock } from '../../src/base/clock.ts'
import { isConsolePath } from '../../src/contract/console.ts'
import { createApp } from '../../src/servers/http/app.ts'
import { MANAGEMENT } from '../../src/servers/http/openapi/management.ts'
import { stubServices } from '../../src/servers/http/server.fixture.ts'
import { quietLog, testStore } from '../support/store.ts'

/** Answered before the routes, because it streams. */
const STREAMS = ['GET /api/events']

function routesOfApp(): string[] {
  using store = testStore()
  const app = createApp({
    services: stubServices(),
    ownsRun: () => false,
    sessions: createPersonSessions({ clock: systemClock, database: store.database }),
    mayGuess: () => true,
    setCookie: () => '',
    loginLink: () => '',
    endSessions: () => 0,
    openStreams: () => 0,
    loopDelay: monitorEventLoopDelay(),
    clock: systemClock,
    log: quietLog,
  })
  const all = app.routes.map(({ method, path }) => `${method} ${path}`)
  return [...new Set(all.filter((route) => !isPage(route)))].sort()
}

/** The console's own pages and files: they answer people, not programs. */
function isPage(route: string): boolean {
  const path = route.replace(/^GET /, '').replace(/:\w+/, 'x')
  return path !== '/' && isConsolePath(path)
}

const routes = [...routesOfApp(), ...STREAMS].sort()

test('every route is in the docs, and every one in the docs exists', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/http-api.md'), 'utf8')
  const named = [...page.matchAll(/`((?:GET|POST|PATCH|DELETE) \/[^`\s?]*)`/g)].map(([, route]) => route)
  expect([...new Set(named)].sort()).toEqual(routes)
})

test('everything below /api is in the OpenAPI document, and nothing else', () => {
  const described = MANAGEMENT.map(({ route }) => route.replace(' ', ' /api').replaceAll(/\{([^}]+)\}/g, ':$1'))
  const inOther = ['POST /api/tools/:name', 'GET /api/p/:profile/tools', 'POST /api/p/:profile/tools/:name']
  const expected = routes
    .filter((route) => route.includes(' /api/'))
    .filter((route) => ![...inOther, 'GET /api/p/:profile/openapi.json'].includes(route))
  expect(described.sort()).toEqual(expected)
})
