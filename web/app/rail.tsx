import { Ellipsis } from 'lucide-react'
import { PAGES, type PageEntry } from '../pages/list.ts'
import { classes } from '../ui/classes.ts'
import { Menu } from '../ui/menu.tsx'
import { go, Link, useAddress } from './router.tsx'
import { usePending } from './status.ts'

/** All pages with words from 1024 px, icons from 640 px. */
export function Rail() {
  const { page } = useAddress()
  return (
    <nav
      aria-label="Pages"
      className="hidden shrink-0 flex-col gap-1 border-r border-line bg-surface p-2 sm:flex sm:w-16 lg:w-52"
    >
      <Link href="/" className="mb-2 flex h-12 items-center gap-3 rounded-lg px-3 font-semibold tracking-tight">
        <img src="/assets/favicon.svg" alt="" className="size-6" />
        <span className="max-lg:sr-only">upperhand</span>
      </Link>
      {PAGES.map((entry) => (
        <RailLink key={entry.path} entry={entry} isHere={entry.path === page} />
      ))}
    </nav>
  )
}

function RailLink({ entry: { path, label, icon: Icon }, isHere }: { entry: PageEntry; isHere: boolean }) {
  return (
    <Link
      href={`/${path}`}
      aria-current={isHere ? 'page' : undefined}
      title={label}
      className={classes(
        'relative flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm font-medium',
        isHere ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-sunken hover:text-text',
      )}
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="max-lg:sr-only">{label}</span>
      {path === '' && <WaitingCount className="ml-auto max-lg:absolute max-lg:top-0.5 max-lg:right-0.5" />}
    </Link>
  )
}

function WaitingCount({ className }: { readonly className?: string }) {
  const count = usePending().data?.approvals.length ?? 0
  if (count === 0) return null
  return (
    <span
      className={classes(
        'min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-accent-text tabular-nums',
        className,
      )}
    >
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

const TAB = 'relative flex min-h-14 grow basis-0 flex-col items-center justify-center gap-0.5 text-[11px] font-medium'

export function PhoneTabs() {
  const { page } = useAddress()
  const rest = PAGES.filter(({ isOnPhone }) => isOnPhone !== true)
  return (
    <nav aria-label="Pages" className="flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden">
      {PAGES.filter(({ isOnPhone }) => isOnPhone === true).map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          href={`/${path}`}
          aria-current={path === page ? 'page' : undefined}
          className={classes(TAB, path === page ? 'text-accent-ink' : 'text-muted')}
        >
          <Icon className="size-5" aria-hidden="true" />
          {label}
          {path === '' && <WaitingCount className="absolute top-1 left-1/2 ml-2" />}
        </Link>
      ))}
      <Menu
        label="More pages"
        triggerClass={classes(TAB, rest.some(({ path }) => path === page) ? 'text-accent-ink' : 'text-muted')}
        trigger={
          <>
            <Ellipsis className="size-5" aria-hidden="true" />
            More
          </>
        }
        items={rest.map(({ path, label }) => ({ label, onSelect: () => go(`/${path}`) }))}
      />
    </nav>
  )
}
