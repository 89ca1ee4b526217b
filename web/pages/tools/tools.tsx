import { useState } from 'react'
import type { ProfileDescription, ProfileSummary, ToolsFileProblem } from '../../../src/contract/tools-file.ts'
import { go, useAddress } from '../../app/router.tsx'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Page } from '../../ui/page.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CategoryPanel } from './category-panel.tsx'
import { ProfileBar } from './profile-bar.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { matcherOf } from './tool-search.ts'

export interface Profiles {
  readonly active: string
  readonly profiles: readonly ProfileSummary[]
  readonly problems: readonly ToolsFileProblem[]
}

export const PROFILES = '/api/profiles'

export function profilePath(id: string): string {
  return `/api/profiles/${encodeURIComponent(id)}`
}

/** Which tools agents see, and what each of them may do. Every change holds at once, in every connected client. */
export default function ToolsPage() {
  const { rest } = useAddress()
  const { data, error } = useLive<Profiles>(PROFILES, ['tools.changed'])
  if (data === undefined) return error === undefined ? <Skeleton /> : <ErrorState error={error} />
  const chosen = data.profiles.some(({ id }) => id === rest) ? rest : data.active
  return (
    <Page
      title="Tools"
      about="A profile says which tools a client sees and what each may do. Changes hold at once, in every connected client."
    >
      {data.problems.map(({ message, hint, severity }) => (
        <p
          key={message}
          role={severity === 'error' ? 'alert' : 'status'}
          className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn"
        >
          <Foreign>{message}</Foreign> <Foreign>{hint}</Foreign>
        </p>
      ))}
      <ProfileBar profiles={data} chosen={chosen} onChoose={(id) => go(`/tools/${id}`)} />
      <ProfileTools key={chosen} id={chosen} />
    </Page>
  )
}

function ProfileTools({ id }: { readonly id: string }) {
  const { data, error } = useLive<ProfileDescription>(profilePath(id), ['tools.changed'])
  const [search, setSearch] = useState('')
  if (data === undefined)
    return error === undefined ? (
      <Skeleton />
    ) : (
      <ErrorState error={error} onRetry={() => void reload(profilePath(id))} />
    )
  const matches = matcherOf(search)
  const shown = data.categories
    .map((category) => ({ ...category, tools: category.tools.filter(matches) }))
    .filter(({ tools }) => tools.length > 0)
  return (
    <>
      <ProfileFacts profile={data} />
      <BulkBar profile={data.id} search={search} onSearch={setSearch} tools={shown.flatMap(({ tools }) => tools)} />
      {shown.length === 0 && <p className="text-muted">No tool matches.</p>}
      {shown.map((category) => (
        <CategoryPanel key={category.id} profile={data.id} category={category} />
      ))}
      {data.unavailable.length > 0 && (
        <section className="text-sm text-muted">
          <h2 className="font-semibold">Not available on this machine</h2>
          <ul>
            {data.unavailable.map(({ name, reason }) => (
              <li key={name}>
                <code className="font-mono">{name}</code>: <Foreign>{reason}</Foreign>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
