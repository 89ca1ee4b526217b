import { createRequire } from 'node:module'

/**
 * The static binary of the package for this platform, null where there is none. Not through `@vscode/ripgrep` itself: its
 * module throws while it is loaded, and a variable of the environment could send it to another platform's package.
 */
export function packagedRipgrep(): string | null {
  const file = process.platform === 'win32' ? 'rg.exe' : 'rg'
  const require = createRequire(import.meta.url)
  try {
    const main = createRequire(require.resolve('@vscode/ripgrep'))
    return main.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${file}`)
  } catch {
    return null
  }
}
