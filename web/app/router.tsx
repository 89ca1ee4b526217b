import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

export interface Address {
  /** The page, without its slash: '' is the inbox. */
  readonly page: string
  /** What comes after it, such as the id of a call. */
  readonly rest: string
  readonly search: string
  readonly hash: string
}

const listeners = new Set<() => void>()
let current = read()

function read(): Address {
  const [, page = '', rest = ''] = location.pathname.split('/')
  return { page, rest: decodeURIComponent(rest), search: location.search, hash: location.hash.slice(1) }
}

function changed(): void {
  current = read()
  for (const listener of listeners) listener()
}
addEventListener('popstate', changed)
addEventListener('hashchange', changed)

export function useAddress(): Address {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => current,
  )
}

export function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  changed()
}

/** A real link: it opens in a new tab as links do, and changes nothing but the page otherwise. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    go(href)
  }
  return <a {...rest} href={href} onClick={follow} />
}
