/** Cookies ignore ports: a name of our own keeps two daemons on one machine apart. */
export function cookieName(port: number, behindProxy: boolean): string {
  return behindProxy ? '__Host-upperhand' : `upperhand_${port}`
}

export function sessionCookie(name: string, value: string, behindProxy: boolean): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${behindProxy ? '; Secure' : ''}`
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const mark = pair.indexOf('=')
    if (mark !== -1 && pair.slice(0, mark).trim() === name) return pair.slice(mark + 1).trim()
  }
  return undefined
}
