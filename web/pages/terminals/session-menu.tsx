import { MoreHorizontal } from 'lucide-react'
import type { OutputWindow, SessionView } from '../../../src/contract/terminals.ts'
import { go } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { say, sayError } from '../../ui/toast.tsx'
import { restart, stop } from './actions.ts'
import type { Screen } from './screen.ts'
import { isLive } from './session-words.ts'

const LOG_BYTES = 1024 * 1024

export function SessionMenu({ session, screen }: { readonly session: SessionView; readonly screen: Screen | null }) {
  const { id } = session
  const live = isLive(session)
  return (
    <Menu
      label="More for this terminal"
      trigger={<MoreHorizontal className="size-4" aria-hidden="true" />}
      triggerClass={buttonClass('plain', 'small')}
      items={[
        { label: 'Copy the selection', onSelect: () => void copy(screen?.terminal.getSelection() ?? '') },
        { label: 'Copy all text', onSelect: () => void copy(allText(screen)) },
        { label: 'Download the log', onSelect: () => void download(session) },
        {
          label: 'Play the recording',
          about: session.recording === null ? 'It is not recorded' : 'From its beginning until now',
          isDisabled: session.recording === null,
          onSelect: () => go(`/history/recordings#${id}`),
        },
        {
          label: 'Fit to this window',
          about: 'Changes the size for the program',
          isDisabled: !live,
          onSelect: () => void fitTo(session, screen),
        },
        {
          label: 'Interrupt',
          about: 'SIGINT, as Ctrl C does',
          isDisabled: !live,
          onSelect: () => void stop(id, { signal: 'SIGINT' }),
        },
        { label: 'Hang up', about: 'SIGHUP', isDisabled: !live, onSelect: () => void stop(id, { signal: 'SIGHUP' }) },
        {
          label: 'Stop',
          about: 'SIGTERM, then SIGKILL, with everything it started',
          isDisabled: !live,
          onSelect: () => void stop(id, {}),
        },
        { label: 'Kill', about: 'SIGKILL at once', isDisabled: !live, onSelect: () => void stop(id, { force: true }) },
        {
          label: 'Start again',
          onSelect: () => void restart(id).then((made) => made !== null && go(`/terminals/${made.id}`)),
        },
      ]}
    />
  )
}

async function copy(text: string): Promise<void> {
  if (text === '') say('Nothing is selected.')
  else await navigator.clipboard.writeText(text).then(() => say('Copied.'), sayError)
}

function allText(screen: Screen | null): string {
  if (screen === null) return ''
  const { active } = screen.terminal.buffer
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '')
  return lines.join('\n').trimEnd()
}

/** Everything that is still kept, from the oldest byte on. */
async function download({ id, oldest, name }: SessionView): Promise<void> {
  try {
    const parts: string[] = []
    for (let cursor = oldest; ; ) {
      const read = await api.get<OutputWindow>(`/api/terminals/${id}/output?cursor=${cursor}&maxBytes=${LOG_BYTES}`)
      parts.push(read.text)
      if (read.next <= cursor || read.text === '') break
      cursor = read.next
    }
    const url = URL.createObjectURL(new Blob(parts, { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${name ?? id}.log`
    link.click()
    URL.revokeObjectURL(url)
  } catch (cause) {
    sayError(cause)
  }
}

async function fitTo({ id }: SessionView, screen: Screen | null): Promise<void> {
  const box = screen?.terminal.element?.parentElement?.parentElement
  const grid = screen?.terminal.element?.querySelector('.xterm-screen')
  if (screen === null || box == null || grid == null) return
  const { cols, rows } = screen.terminal
  const cell = { width: grid.clientWidth / cols, height: grid.clientHeight / rows }
  const size = {
    cols: Math.max(20, Math.floor((box.clientWidth - 40) / cell.width)),
    rows: Math.max(5, Math.floor((box.clientHeight - 24) / cell.height)),
  }
  await api.post(`/api/terminals/${id}/resize`, size).catch(sayError)
}
