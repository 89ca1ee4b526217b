/** Clients are sloppy with Accept: none at all, or a wildcard, takes JSON. */
export function takesJson(accept: string | undefined): boolean {
  return accept === undefined || accept === '' || /\*\/\*|application\/(?:json|\*)/.test(accept)
}

/** An event stream is only for those who ask for it by name: a script that did not would not understand it. */
export function takesStream(accept: string | undefined): boolean {
  return accept?.includes('text/event-stream') ?? false
}
