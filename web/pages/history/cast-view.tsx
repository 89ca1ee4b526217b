import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RecordingView } from '../../../src/contract/terminals.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { clock } from '../../ui/time.tsx'
import { createScreen } from '../terminals/screen.ts'
import type { Cast } from './cast.ts'
import { type CastPlayer, type Position, playCast } from './play-cast.ts'

const FONT_SIZE = 13
const SPEEDS = ['0.5', '1', '2', '5', '10'].map((value) => ({ value, label: `${value}×` }))

interface CastViewProps {
  readonly recording: RecordingView
  readonly cast: Cast
}

/** A recorded terminal. Nothing can be typed into it, and what it shows can do no more than a live one may. */
export default function CastView({ recording, cast }: CastViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const [player, setPlayer] = useState<CastPlayer | null>(null)
  const [{ second, isPlaying }, setPosition] = useState<Position>({ second: 0, isPlaying: false })
  const [speed, setSpeed] = useState('1')
  useEffect(() => {
    if (host.current === null) return
    const screen = createScreen(host.current, cast, FONT_SIZE)
    const made = playCast(screen.terminal, cast, setPosition)
    // What came at once is there before it plays.
    made.seek(0)
    setPlayer(made)
    return () => {
      made.close()
      screen.dispose()
    }
  }, [cast])
  return (
    <section aria-label={`Recording ${recording.title}`} className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-end gap-3 border-b border-line bg-surface px-3 py-2">
        <Button kind="primary" size="small" onClick={() => (isPlaying ? player?.pause() : player?.play())}>
          {isPlaying ? <Pause className="size-4" aria-hidden="true" /> : <Play className="size-4" aria-hidden="true" />}
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${clock(second)} of ${clock(cast.length)}`}
          min={0}
          max={Math.max(0.1, cast.length)}
          step={0.1}
          value={second}
          onChange={({ target }) => player?.seek(Number(target.value))}
          className="h-8 min-w-32 grow accent-accent"
        />
        <span className="self-center font-mono text-xs text-muted">
          {clock(second)} / {clock(cast.length)}
        </span>
        <SelectField
          label="Speed"
          value={speed}
          options={SPEEDS}
          onChange={({ target }) => {
            setSpeed(target.value)
            player?.setSpeed(Number(target.value))
          }}
        />
      </div>
      <div className="min-h-0 grow overflow-auto bg-[#101217] p-2">
        <div ref={host} className="w-max" />
      </div>
    </section>
  )
}
