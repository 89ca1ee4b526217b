import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { SessionView } from '../../../src/contract/terminals.ts'
import { sayError } from '../../ui/toast.tsx'
import { createScreen, type Screen } from './screen.ts'
import { type Frame, type TerminalSocket, watchTerminal } from './socket.ts'

export type LinkState = 'connecting' | 'open' | 'lost' | 'gone'

export interface ShownTerminal {
  readonly link: LinkState
  /** This page is the one that types. */
  readonly isMine: boolean
  readonly screen: Screen | null
  readonly type: (text: string) => void
  readonly lease: (take: boolean) => void
  readonly fit: (cols: number, rows: number) => void
}

const SELECTION_MS = 250

/** One terminal on the page, as long as it is shown. Keys go out only while the person holds it. */
export function useTerminal(
  session: SessionView,
  host: RefObject<HTMLDivElement | null>,
  fontSize: number,
): ShownTerminal {
  const [link, setLink] = useState<LinkState>('connecting')
  const [screen, setScreen] = useState<Screen | null>(null)
  const socket = useRef<TerminalSocket | null>(null)
  const [viewer, setViewer] = useState<string | null>(null)
  const isMine = viewer !== null && session.lease.viewer === viewer && session.endedAt === null
  const mine = useRef(isMine)
  mine.current = isMine
  const first = useRef({ cols: session.cols, rows: session.rows, fontSize })

  useEffect(() => {
    if (host.current === null) return
    const { cols, rows, fontSize: size } = first.current
    const made = createScreen(host.current, { cols, rows }, size)
    const { terminal } = made
    const connection = watchTerminal(session.id, {
      onFrame: (frame) => (frame.type === 'hello' ? setViewer(frame.viewer) : show(made, frame)),
      onState: setLink,
    })
    socket.current = connection
    setScreen(made)
    terminal.onData((text) => {
      if (mine.current) connection.send({ type: 'input', text })
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    terminal.onSelectionChange(() => {
      clearTimeout(timer)
      timer = setTimeout(() => connection.send({ type: 'selection', text: terminal.getSelection() }), SELECTION_MS)
    })
    return () => {
      clearTimeout(timer)
      connection.close()
      made.dispose()
      socket.current = null
      setScreen(null)
    }
  }, [session.id, host])

  useEffect(() => {
    if (screen === null) return
    screen.terminal.options.disableStdin = !isMine
    screen.terminal.options.cursorBlink = isMine
  }, [screen, isMine])
  useEffect(() => {
    if (screen !== null) screen.terminal.options.fontSize = fontSize
  }, [screen, fontSize])

  return {
    link,
    isMine,
    screen,
    type: useCallback((text: string) => socket.current?.send({ type: 'input', text }), []),
    lease: useCallback((take: boolean) => socket.current?.send({ type: 'lease', take }), []),
    fit: useCallback((cols: number, rows: number) => socket.current?.send({ type: 'resize', cols, rows }), []),
  }
}

function show({ terminal }: Screen, frame: Exclude<Frame, { type: 'hello' }>): void {
  switch (frame.type) {
    case 'snapshot': {
      const { data, cols, rows } = frame.snapshot
      terminal.reset()
      terminal.resize(cols, rows)
      terminal.write(data)
      return
    }
    case 'data':
      terminal.write(frame.text)
      return
    case 'resized':
      terminal.resize(frame.cols, frame.rows)
      return
    case 'error':
      sayError(new Error(frame.message))
      return
    case 'lease':
    case 'exit':
      // The list of sessions is told of these by the stream of events.
      return
  }
}
