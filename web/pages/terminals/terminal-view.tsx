import { ArrowLeft, Hand, Minus, Plus, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SessionUsage, SessionView } from '../../../src/contract/terminals.ts'
import { Link } from '../../app/router.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Foreign } from '../../ui/text.tsx'
import { bytes } from '../../ui/time.tsx'
import { FindBar } from './find-bar.tsx'
import { PhoneKeys } from './phone-keys.tsx'
import { SessionMenu } from './session-menu.tsx'
import { isLive, STATE_TONES, stateWords } from './session-words.ts'
import { type LinkState, useTerminal } from './use-terminal.ts'

const SMALLEST = 8
const LARGEST = 24

interface TerminalViewProps {
  readonly session: SessionView
  readonly usage: SessionUsage | undefined
}

/** A terminal with the size that its program knows; only how large it is shown belongs to this page. */
export function TerminalView({ session, usage }: TerminalViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const [fontSize, setFontSize] = useState(13)
  const [isFinding, setFinding] = useState(false)
  const { link, isMine, screen, type, lease } = useTerminal(session, host, fontSize)
  const take = (isTaken: boolean) => {
    lease(isTaken)
    if (isTaken) screen?.terminal.focus()
  }
  return (
    <section
      aria-label={`Terminal ${session.name ?? session.command}`}
      className="flex h-full min-h-0 flex-col"
      onKeyDown={(event) => {
        if (!(event.ctrlKey && event.shiftKey)) return
        if (event.key === 'F') setFinding(true)
        else if (event.key === '>' || event.key === '.') take(!isMine)
        else return
        event.preventDefault()
      }}
    >
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2">
        <Link href="/terminals" aria-label="All terminals" className={`${buttonClass('quiet', 'small')} lg:hidden`}>
          <ArrowLeft className="size-4" aria-hidden="true" />
        </Link>
        <div className="min-w-0 grow">
          <Foreign className="block truncate font-mono text-sm font-medium">{session.name ?? session.command}</Foreign>
          <p className="mt-0.5 flex flex-wrap items-center gap-1.5 text-xs text-muted">
            <Chip tone={STATE_TONES[session.state]}>{stateWords(session)}</Chip>
            <Foreign>{session.cwdNow}</Foreign>
            <span>pid {session.pid}</span>
            {usage !== undefined && isLive(session) && (
              <span>
                {Math.round(usage.cpuPercent)} % CPU, {bytes(usage.memoryBytes)}
              </span>
            )}
            {usage?.ports.map((port) => (
              <Chip key={port}>port {port}</Chip>
            ))}
            <span>
              {session.viewers} {session.viewers === 1 ? 'viewer' : 'viewers'}
            </span>
          </p>
        </div>
        {isLive(session) && <Writer session={session} isMine={isMine} onTake={take} isDisabled={link !== 'open'} />}
        <IconButton label="Find in the terminal" onClick={() => setFinding(true)}>
          <Search className="size-4" aria-hidden="true" />
        </IconButton>
        <IconButton label="Smaller" disabled={fontSize <= SMALLEST} onClick={() => setFontSize(fontSize - 1)}>
          <Minus className="size-4" aria-hidden="true" />
        </IconButton>
        <IconButton label="Larger" disabled={fontSize >= LARGEST} onClick={() => setFontSize(fontSize + 1)}>
          <Plus className="size-4" aria-hidden="true" />
        </IconButton>
        <SessionMenu session={session} screen={screen} />
      </header>
      <Notice link={link} session={session} />
      {isFinding && screen !== null && <FindBar screen={screen} onClose={() => setFinding(false)} />}
      <div className="min-h-0 grow overflow-auto bg-[#101217] p-2">
        <div ref={host} className="w-max" data-terminal={session.id} />
      </div>
      {isMine && <PhoneKeys onKey={type} />}
    </section>
  )
}

interface WriterProps {
  readonly session: SessionView
  readonly isMine: boolean
  readonly onTake: (isTaken: boolean) => void
  readonly isDisabled: boolean
}

function Writer({ session, isMine, onTake, isDisabled }: WriterProps) {
  const isAgents = session.owner.runId !== null
  if (isMine) {
    return (
      <>
        <Chip tone="warn">You type here{isAgents ? '; the agent waits' : ''}</Chip>
        <Button size="small" disabled={isDisabled} onClick={() => onTake(false)}>
          Give back
        </Button>
      </>
    )
  }
  return (
    <>
      {session.lease.holder === 'person' && <Chip tone="warn">Typed into elsewhere</Chip>}
      <Button kind="primary" size="small" disabled={isDisabled} onClick={() => onTake(true)}>
        <Hand className="size-4" aria-hidden="true" />
        Take control
      </Button>
    </>
  )
}

function Notice({ link, session }: { readonly link: LinkState; readonly session: SessionView }) {
  if (link === 'lost') {
    return (
      <p role="status" className="bg-warn-soft px-3 py-1.5 text-sm text-warn">
        The connection to this terminal is lost. It goes on without you and comes back by itself.
      </p>
    )
  }
  if (link === 'gone') {
    return (
      <p role="status" className="bg-sunken px-3 py-1.5 text-sm text-muted">
        This terminal is gone; ended ones stay for a quarter of an hour.
      </p>
    )
  }
  if (isLive(session)) return null
  return (
    <p role="status" className="bg-sunken px-3 py-1.5 text-sm text-muted">
      It {stateWords(session)}. What it showed can still be read.
    </p>
  )
}
