/** The addresses of the console's pages besides `/`. Each serves the same document; what it shows needs a session. */
export const CONSOLE_PATHS = [
  'live',
  'terminals',
  'history',
  'tools',
  'rules',
  'projects',
  'workflows',
  'memory',
  'todos',
  'documents',
  'prompts',
  'chat',
  'clients',
  'settings',
] as const
export type ConsolePath = (typeof CONSOLE_PATHS)[number]

const PAGE = new RegExp(`^/(?:(?:${CONSOLE_PATHS.join('|')})(?:/[A-Za-z0-9._-]+)?)?$`)
const ASSET = /^\/assets\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Compared with the raw path: the page and its files are public, for they show nothing by themselves. */
export function isConsolePath(path: string): boolean {
  return PAGE.test(path) || ASSET.test(path)
}
