import { spawn } from 'node:child_process'

/** Shows a page in the person's browser, if there is one. Nobody waits for it, and it may fail: the address is printed too. */
export function openBrowser(url: string): void {
  const [file, ...args] = opener()
  const child = spawn(file, [...args, url], { detached: true, stdio: 'ignore' })
  child.once('error', () => {})
  child.unref()
}

function opener(): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
