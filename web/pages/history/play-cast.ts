import type { Terminal } from '@xterm/xterm'
import type { Cast } from './cast.ts'

export interface CastPlayer {
  readonly play: () => void
  readonly pause: () => void
  readonly setSpeed: (speed: number) => void
  /** Shows what there was at that second. */
  readonly seek: (second: number) => void
  readonly close: () => void
}

export interface Position {
  readonly second: number
  readonly isPlaying: boolean
}

/** Ten times a second is smooth enough to read, and leaves the page its time. */
const TICK_MS = 100
/** Written, not called: what was written before is still on its way. Sizes wait their turn for the same reason. */
const RESET = '\u001bc'

/** Writes a recording into a terminal, step by step. */
export function playCast(
  terminal: Pick<Terminal, 'write' | 'resize'>,
  cast: Cast,
  onChange: (position: Position) => void,
): CastPlayer {
  let second = 0
  let next = 0
  let speed = 1
  let timer: ReturnType<typeof setInterval> | undefined
  const tell = () => onChange({ second, isPlaying: timer !== undefined })
  const showUntil = (end: number) => {
    for (let step = cast.steps[next]; step !== undefined && step.at <= end; step = cast.steps[next]) {
      if (step.kind === 'o') terminal.write(step.text)
      else terminal.write('', sizeOf(terminal, step.text))
      next += 1
    }
    second = Math.min(end, cast.length)
  }
  const pause = () => {
    clearInterval(timer)
    timer = undefined
    tell()
  }
  const seek = (wanted: number) => {
    if (wanted < second) {
      next = 0
      terminal.write(RESET, () => terminal.resize(cast.cols, cast.rows))
    }
    showUntil(wanted)
    tell()
  }
  return {
    play: () => {
      if (timer !== undefined) return
      if (second >= cast.length) seek(0)
      let before = performance.now()
      timer = setInterval(() => {
        const now = performance.now()
        showUntil(second + ((now - before) / 1_000) * speed)
        before = now
        if (second >= cast.length) pause()
        else tell()
      }, TICK_MS)
      tell()
    },
    pause,
    setSpeed: (wanted) => {
      speed = wanted
    },
    seek,
    close: () => clearInterval(timer),
  }
}

function sizeOf(terminal: Pick<Terminal, 'resize'>, size: string): () => void {
  const [cols = 0, rows = 0] = size.split('x').map(Number)
  return () => {
    if (cols > 0 && rows > 0) terminal.resize(cols, rows)
  }
}
