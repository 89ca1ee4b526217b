import { Keyboard, Search } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { otherWarnings, type StatusView } from '../../src/contract/status.ts'
import { PAGES } from '../pages/list.ts'
import { IconButton, Key } from '../ui/button.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { Foreign } from '../ui/text.tsx'
import { Toasts } from '../ui/toast.tsx'
import { useAttention } from './attention.ts'
import { ConnectionBanner, ConnectionDot } from './connection.tsx'
import { KeyHelp } from './key-help.tsx'
import { useKeys } from './keys.ts'
import { PageBoundary } from './page-boundary.tsx'
import { Palette } from './palette.tsx'
import { PhoneTabs, Rail } from './rail.tsx'
import { go, Link, useAddress } from './router.tsx'
import { StatePill, togglePause } from './state-pill.tsx'
import { useStatus } from './status.ts'

const LAZY: ReadonlyMap<string, LazyExoticComponent<ComponentType>> = new Map(
  PAGES.map(({ path, load }) => [path, lazy(load)]),
)
const GO_MS = 1_500

export function Shell() {
  const { page } = useAddress()
  const { data: status } = useStatus()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const words = useAttention()
  useGoKeys()
  useKeys({ '.': () => void togglePause(status), '?': () => setOpen('keys') })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || (event.key !== 'k' && event.key !== '/')) return
      event.preventDefault()
      setOpen(event.key === 'k' ? 'palette' : 'keys')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  const View = LAZY.get(page)
  return (
    <div className="flex h-dvh flex-col sm:flex-row">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-3">
        Skip to the page
      </a>
      <Rail />
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <header className="flex min-h-14 items-center gap-2 border-b border-line bg-surface px-3 sm:px-4">
          <StatePill />
          <ActiveProfile />
          <button
            type="button"
            onClick={() => setOpen('palette')}
            className="ml-auto inline-flex min-h-9 items-center gap-2 rounded-lg border border-line px-3 text-sm text-muted hover:bg-sunken max-sm:min-h-11"
          >
            <Search className="size-4" aria-hidden="true" />
            <span className="max-md:sr-only">
              Search<span className="sr-only"> and commands</span>
            </span>
            <Key>Ctrl K</Key>
          </button>
          <IconButton label="Keys" onClick={() => setOpen('keys')} className="max-sm:hidden">
            <Keyboard className="size-4" aria-hidden="true" />
          </IconButton>
          <ConnectionDot />
        </header>
        <ConnectionBanner />
        <Warnings />
        <main id="main" tabIndex={-1} className="min-h-0 grow overflow-y-auto outline-none">
          {View === undefined ? (
            <EmptyState title="There is no such page.">
              <Link href="/" className="text-accent-ink underline">
                To the inbox
              </Link>
            </EmptyState>
          ) : (
            <PageBoundary key={page}>
              <Suspense fallback={<Skeleton />}>
                <View />
              </Suspense>
            </PageBoundary>
          )}
        </main>
        <PhoneTabs />
      </div>
      <p aria-live="polite" className="sr-only">
        {words}
      </p>
      <Palette
        isOpen={open === 'palette'}
        onClose={() => setOpen(null)}
        commands={[
          {
            label: status?.isPaused === true ? 'Go on: let calls run again' : 'Pause everything',
            hotkey: '.',
            run: () => void togglePause(status),
          },
          { label: 'Show the keys', hotkey: '?', run: () => setOpen('keys') },
        ]}
      />
      <KeyHelp isOpen={open === 'keys'} onClose={() => setOpen(null)} />
      <Toasts />
    </div>
  )
}

function ActiveProfile() {
  const { data } = useStatus()
  const profile = data?.profiles.find(({ id }) => id === data.activeProfile)
  if (profile === undefined) return null
  return (
    <Link
      href="/tools"
      title="The active profile"
      className="inline-flex min-h-9 min-w-0 items-center gap-1 truncate rounded-lg px-2 text-sm text-muted hover:bg-sunken max-sm:hidden"
    >
      <Foreign className="truncate">{profile.id}</Foreign>
      <span className="text-xs">· {profile.tools} tools</span>
    </Link>
  )
}

function Warnings() {
  const { data } = useStatus()
  if (data === undefined) return null
  const texts = warningsOf(data)
  if (texts.length === 0) return null
  return (
    <div role="status" className="border-b border-warn bg-warn-soft px-4 py-2 text-sm text-warn">
      {texts.map((text) => (
        <p key={text}>
          <Foreign>{text}</Foreign>
        </p>
      ))}
    </div>
  )
}

function warningsOf(status: StatusView): string[] {
  return [...status.safeMode.map((reason) => `Safe mode: ${reason}`), ...otherWarnings(status)]
}

/** `g`, then the letter of a page. */
function useGoKeys(): void {
  const since = useRef(0)
  const letters = Object.fromEntries(
    PAGES.map(({ key, path }) => [
      key,
      () => {
        since.current = 0
        go(`/${path}`)
      },
    ]),
  )
  useEffect(() => {
    // Before the page's own keys: after `g` a letter is only the name of a page.
    const press = (event: KeyboardEvent) => {
      if (Date.now() - since.current > GO_MS) return
      const action = letters[event.key]
      if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
      action()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  })
  useKeys({
    g: () => {
      since.current = Date.now()
    },
  })
}
