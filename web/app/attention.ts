import { useEffect, useRef, useState } from 'react'
import { oneLine } from '../../src/base/visible.ts'
import type { ApprovalSummary } from '../../src/contract/approvals.ts'
import { preference } from './preferences.ts'
import { usePending } from './status.ts'

const ANNOUNCE_MS = 10_000
const LABEL_CHARS = 120

/** Title, favicon and what else a person chose. It never moves the focus and never opens anything. Answers the words for screen readers. */
export function useAttention(): string {
  const { data } = usePending()
  const approvals = data?.approvals
  const known = useRef<ReadonlySet<string> | undefined>(undefined)
  const [words, setWords] = useState('')
  const announced = useRef({ at: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined })

  useEffect(() => {
    if (approvals === undefined) return
    const count = approvals.length
    document.title = count === 0 ? 'upperhand' : `(${count}) upperhand`
    document
      .querySelector('link[rel="icon"]')
      ?.setAttribute('href', count === 0 ? '/assets/favicon.svg' : '/assets/favicon-asking.svg')

    const fresh = known.current === undefined ? [] : approvals.filter(({ id }) => known.current?.has(id) === false)
    known.current = new Set(approvals.map(({ id }) => id))
    if (fresh.length === 0) return
    for (const one of fresh) notify(one)
    if (preference('sound') === 'on') void beep()
    clearTimeout(announced.current.timer)
    const wait = Math.max(0, announced.current.at + ANNOUNCE_MS - Date.now())
    announced.current.timer = setTimeout(() => {
      announced.current.at = Date.now()
      setWords(summary(approvals))
    }, wait)
  }, [approvals])
  return words
}

function summary(approvals: readonly ApprovalSummary[]): string {
  const high = approvals.filter(({ risk }) => risk.tier === 'high' || risk.tier === 'critical').length
  const waiting = `${approvals.length} ${approvals.length === 1 ? 'request' : 'requests'} waiting`
  return high === 0 ? waiting : `${waiting}, ${high} high risk`
}

/** Only while nobody looks, and only where the person allowed it. */
function notify({ id, label, risk }: ApprovalSummary): void {
  if (preference('notify') !== 'on' || !document.hidden) return
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const notification = new Notification(`upperhand asks (${risk.tier} risk)`, {
    body: oneLine(label, LABEL_CHARS),
    tag: id,
  })
  notification.onclick = () => window.focus()
}

const BEEP_HZ = 660
const BEEP_S = 0.12

async function beep(): Promise<void> {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.value = 0.05
  tone.frequency.value = BEEP_HZ
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + BEEP_S)
  tone.onended = () => void audio.close()
}
