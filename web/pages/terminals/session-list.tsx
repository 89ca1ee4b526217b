import { Bot, Cog, User } from 'lucide-react'
import type { SessionView } from '../../../src/contract/terminals.ts'
import { Link } from '../../app/router.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { groups, STATE_TONES, stateWords } from './session-words.ts'

export function SessionList({
  sessions,
  selected,
}: {
  readonly sessions: readonly SessionView[]
  readonly selected: string
}) {
  return (
    <nav aria-label="Terminals" className="min-h-0 grow overflow-y-auto p-2">
      {groups(sessions).map(({ title, sessions: listed }) => (
        <section key={title} aria-label={title} className="mb-3">
          <h2 className="px-2 py-1 text-xs font-semibold text-muted">{title}</h2>
          <ul className="flex flex-col gap-1">
            {listed.map((session) => (
              <li key={session.id}>
                <Entry session={session} isSelected={session.id === selected} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Entry({ session, isSelected }: { readonly session: SessionView; readonly isSelected: boolean }) {
  const { id, name, command, owner, isBackground, lease, startedAt, state } = session
  const Icon = owner.runId === null ? User : isBackground ? Cog : Bot
  return (
    <Link
      href={`/terminals/${id}`}
      aria-current={isSelected ? 'page' : undefined}
      className={classes(
        'flex items-start gap-2 rounded-lg px-2 py-2 hover:bg-sunken',
        isSelected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 grow">
        <Foreign className="line-clamp-2 font-mono text-xs text-text">{name ?? command}</Foreign>
        <span className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-muted">
          <Chip tone={STATE_TONES[state]}>{stateWords(session)}</Chip>
          {lease.holder === 'person' && <Chip tone="warn">you have control</Chip>}
          <Foreign>{owner.label}</Foreign>
          <Ago at={startedAt} />
        </span>
      </span>
    </Link>
  )
}
