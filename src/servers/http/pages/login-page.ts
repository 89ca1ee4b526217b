import { html, raw } from 'hono/html'
import { pagePolicy } from '../security-headers.ts'
import { STYLE } from './style.ts'

/** The code travels in the fragment, which no server, log or referrer sees; only a click in a real browser spends it. */
const SCRIPT = `
const code = location.hash.slice(1)
const say = (text) => { document.getElementById('state').textContent = text }
history.replaceState(null, '', '/login')
async function login() {
  const response = await fetch('/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code }) })
  const answer = await response.json()
  if (!response.ok) return say(answer.error.message + ' ' + (answer.error.hint ?? ''))
  localStorage.setItem('upperhand.headerToken', answer.headerToken)
  location.replace('/')
}
if (code === '') say('This page needs a login link: upperhand open')
else login().catch(() => say('upperhand does not answer. Is it running?'))
`

export const LOGIN_POLICY = pagePolicy({ style: STYLE, script: SCRIPT })

export function loginPage() {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>upperhand: log in</title><style>${raw(STYLE)}</style></head>
<body><h1>upperhand</h1><p id="state" role="status">Logging in…</p>
<noscript><p>Logging in needs JavaScript; <code>upperhand status</code> does not.</p></noscript>
<script>${raw(SCRIPT)}</script></body>
</html>`
}
