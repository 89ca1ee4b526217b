import { hash } from 'node:crypto'

const LOCKED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** On every answer of every route. A page that needs more says so with `pagePolicy`. There are no CORS headers, ever. */
export const SECURITY_HEADERS: ReadonlyMap<string, string> = new Map([
  ['Content-Security-Policy', LOCKED],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
])

/** Allows exactly this inline style and script, and nothing from anywhere else. */
export function pagePolicy({ style, script }: { readonly style: string; readonly script?: string }): string {
  const scripts = script === undefined ? '' : ` script-src ${source(script)}; connect-src 'self';`
  return `${LOCKED}; style-src ${source(style)};${scripts} require-trusted-types-for 'script'; trusted-types 'none'`
}

function source(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
