import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
setInterval(() => {
  now = Date.now()
  for (const listener of listeners) listener()
}, 1_000)

/** The time, once a second, for everything that shows an age. */
export function useNow(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => now,
  )
}

export function Ago({ at, className }: { readonly at: number; readonly className?: string }) {
  const seconds = Math.max(0, (useNow() - at) / 1_000)
  return (
    <time dateTime={new Date(at).toISOString()} title={absolute(at)} className={className}>
      {seconds < 5 ? 'just now' : `${span(seconds)} ago`}
    </time>
  )
}

export function Until({ at }: { readonly at: number }) {
  const seconds = Math.max(0, (at - useNow()) / 1_000)
  return (
    <time dateTime={new Date(at).toISOString()} title={absolute(at)} className="tabular-nums">
      {clock(seconds)}
    </time>
  )
}

export function absolute(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** 12 s, 14 min, 3 h, 2 d */
export function span(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** 0:38, 12:31, 1:02:03 */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const pad = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`
}

export function duration(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : span(ms / 1_000)
}

export function bytes(count: number): string {
  if (count < 1_024) return `${count} B`
  const units = ['KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log2(count) / 10))
  return `${(count / 1_024 ** power).toFixed(1)} ${units[power - 1]}`
}
