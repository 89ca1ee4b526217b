import { SearchAddon } from '@xterm/addon-search'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type ITheme, Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'

export interface Screen {
  readonly terminal: Terminal
  readonly search: SearchAddon
  readonly dispose: () => void
}

const SCROLLBACK = 5_000

/**
 * A terminal in the page. What it shows can neither set the clipboard nor run anything, and a link opens only when a
 * person clicks it with the modifier that its hint names.
 */
export function createScreen(parent: HTMLElement, size: { cols: number; rows: number }, fontSize: number): Screen {
  const terminal = new Terminal({
    ...size,
    allowProposedApi: true,
    fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
    fontSize,
    scrollback: SCROLLBACK,
    screenReaderMode: true,
    theme: themeOf(),
    disableStdin: true,
    linkHandler: { activate: (event, uri) => openLink(event, uri), allowNonHttpProtocols: false },
  })
  const search = new SearchAddon()
  terminal.loadAddon(search)
  terminal.loadAddon(new Unicode11Addon())
  terminal.unicode.activeVersion = '11'
  terminal.loadAddon(new WebLinksAddon(openLink))
  // A program may not write the clipboard, ask for it, or move the window.
  for (const code of [52, 9, 777]) terminal.parser.registerOscHandler(code, () => true)
  withNonce(() => terminal.open(parent))
  return { terminal, search, dispose: () => terminal.dispose() }
}

function openLink(event: MouseEvent, uri: string): void {
  const url = URL.parse(uri)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (isWeb && (event.ctrlKey || event.metaKey)) window.open(url.href, '_blank', 'noopener,noreferrer')
}

/** The terminal makes style elements while it opens; with the page's nonce its policy lets these in, and nobody else's. */
function withNonce(open: () => void): void {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
  const create = document.createElement
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create.call(document, name, options)
    if (name === 'style') element.nonce = nonce
    return element
  }) as typeof create
  try {
    open()
  } finally {
    document.createElement = create
  }
}

/** Dark in every theme: programs choose their colours for a dark ground. */
export function themeOf(): ITheme {
  const isContrast = document.documentElement.dataset['theme'] === 'contrast'
  return {
    background: isContrast ? '#000000' : '#101217',
    foreground: isContrast ? '#ffffff' : '#e6e7ee',
    cursor: '#aab8ff',
    selectionBackground: '#5f76f566',
    black: '#2a2d38',
    brightBlack: '#8a8d9e',
    red: '#ff8f86',
    brightRed: '#ffb0aa',
    green: '#63d39b',
    brightGreen: '#8be9b8',
    yellow: '#f3bd61',
    brightYellow: '#ffd58a',
    blue: '#8aa0ff',
    brightBlue: '#aab8ff',
    magenta: '#d9a0ff',
    brightMagenta: '#e8c4ff',
    cyan: '#6fd3e0',
    brightCyan: '#98e6f0',
    white: '#e6e7ee',
    brightWhite: '#ffffff',
  }
}
