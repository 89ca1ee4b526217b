import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../app/keys.ts'
import { Key } from '../../ui/button.tsx'

const HOLD_MS = 1_200

interface HoldProps {
  readonly children: ReactNode
  readonly isDisabled: boolean
  /** The key that holds it too. */
  readonly hotkey: string
  /** Where the key works. */
  readonly scope: () => boolean
  readonly onHeld: () => void
}

/** Held down for a little over a second, with a pointer or with a key. Letting go takes it back. */
export function HoldButton({ children, isDisabled, hotkey, scope, onHeld }: HoldProps) {
  const [isHolding, setHolding] = useState(false)
  const held = useRef(onHeld)
  held.current = onHeld
  useEffect(() => {
    if (!isHolding) return
    const timer = setTimeout(() => {
      setHolding(false)
      held.current()
    }, HOLD_MS)
    return () => clearTimeout(timer)
  }, [isHolding])
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (event.key !== hotkey || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (!isDisabled && !isTyping(event.target) && scope()) setHolding(true)
    }
    const up = () => setHolding(false)
    document.addEventListener('keydown', down)
    document.addEventListener('keyup', up)
    addEventListener('blur', up)
    return () => {
      document.removeEventListener('keydown', down)
      document.removeEventListener('keyup', up)
      removeEventListener('blur', up)
    }
  }, [hotkey, isDisabled, scope])
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-keyshortcuts={hotkey}
      onPointerDown={({ button }) => button === 0 && setHolding(true)}
      onPointerUp={() => setHolding(false)}
      onPointerLeave={() => setHolding(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={({ key, repeat }) => !repeat && (key === ' ' || key === 'Enter') && setHolding(true)}
      className="relative inline-flex min-h-10 touch-none items-center justify-center gap-2 overflow-hidden rounded-lg border border-high bg-high-soft px-3.5 text-sm font-medium text-high select-none disabled:opacity-55 max-sm:min-h-14 max-sm:grow"
    >
      <span
        aria-hidden="true"
        className={
          isHolding
            ? 'absolute inset-0 origin-left scale-x-100 bg-high/25 transition-transform duration-[1200ms] ease-linear'
            : 'absolute inset-0 origin-left scale-x-0 bg-high/25'
        }
      />
      <span className="relative">{children}</span>
      <Key>{hotkey}</Key>
    </button>
  )
}
