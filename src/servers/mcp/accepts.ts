/** Whether an Accept header allows a type. Clients are sloppy: none at all, or a wildcard, allows everything. */
export function accepts(value: string | undefined, type: 'application/json' | 'text/event-stream'): boolean {
  if (value === undefined || value.includes('*/*')) return true
  return value.includes(type) || value.includes(`${type.split('/')[0]}/*`)
}
