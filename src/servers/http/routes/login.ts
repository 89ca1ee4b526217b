import { Hono } from 'hono'
import { z } from 'zod'
import type { PersonSessions } from '../../../access/person-sessions.ts'
import { HostError } from '../../../base/host-error.ts'
import { body, type HttpEnv } from '../http-env.ts'
import { LOGIN_POLICY, loginPage } from '../pages/login-page.ts'

interface Parts {
  readonly sessions: PersonSessions
  /** False when this address has guessed too often. */
  readonly mayGuess: (address: string) => boolean
  readonly setCookie: (value: string) => string
  readonly loginLink: () => string
  /** Ends every session in a browser; says how many there were. */
  readonly endSessions: () => number
}

export const loginBody = z.strictObject({ code: z.string().min(1).max(100) })

export function loginRoutes({ sessions, mayGuess, setCookie, loginLink, endSessions }: Parts) {
  return new Hono<HttpEnv>()
    .get('/login', (c) => {
      c.header('Content-Security-Policy', LOGIN_POLICY)
      return c.html(loginPage())
    })
    .post('/login', async (c) => {
      const { code } = await body(c, loginBody)
      const session = sessions.exchange(code)
      if (session === undefined) throw wrongCode(mayGuess(c.env.incoming.socket.remoteAddress ?? 'local'))
      c.header('Set-Cookie', setCookie(session.cookie))
      return c.json({ headerToken: session.headerToken })
    })
    .post('/api/login-link', (c) => c.json({ url: loginLink() }, 201))
    .post('/api/logout', (c) => c.json({ ended: endSessions() }))
}

function wrongCode(mayGuess: boolean): HostError {
  if (!mayGuess)
    return new HostError('LIMIT_REACHED', 'Too many wrong codes from this address.', { hint: 'Wait a minute.' })
  return new HostError('PERMISSION_DENIED', 'The login link was used already, or is too old.', {
    hint: 'Make a new one: upperhand open',
  })
}
