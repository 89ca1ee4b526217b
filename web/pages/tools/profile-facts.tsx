import { useState } from 'react'
import type { ToolDefinition } from '../../../src/contract/tool-calls.ts'
import type { ProfileDescription } from '../../../src/contract/tools-file.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RiskBadge } from '../../ui/risk.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Bounds } from './bounds.tsx'

/** What the profile says besides its tools. One whose caller confirms is told in red: nobody is asked. */
export function ProfileFacts({ profile }: { readonly profile: ProfileDescription }) {
  const [isOpen, setOpen] = useState(false)
  const { level, confirms, spelling, tokens, operations, origin, enabled } = profile
  return (
    <section aria-label="What holds in this profile" className="flex flex-wrap items-end gap-2 text-sm">
      <Bounds profile={profile} />
      {!enabled && <Chip tone="bad">switched off</Chip>}
      {level === 'full_access' && <Chip tone="bad">Full access: only what is critical asks</Chip>}
      <Chip>{spelling === 'grouped' ? 'grouped tools' : 'flat tools'}</Chip>
      <Chip>{origin}</Chip>
      <Chip>
        {operations} operations, {tokens} tokens
      </Chip>
      {confirms === 'caller' && (
        <Chip tone="bad">The calling program confirms: upperhand asks nobody, not even for what is critical</Chip>
      )}
      <Button size="small" className="ml-auto" onClick={() => setOpen(true)}>
        What a client sees
      </Button>
      {isOpen && <ClientView profile={profile.id} onClose={() => setOpen(false)} />}
    </section>
  )
}

function ClientView({ profile, onClose }: { readonly profile: string; readonly onClose: () => void }) {
  const { data } = useLive<{ readonly tools: readonly ToolDefinition[] }>(
    `/api/p/${encodeURIComponent(profile)}/tools`,
    ['tools.changed'],
  )
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={`What a client of ${profile} sees`}
      about="These tools, in this order, with these descriptions."
    >
      {data === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <ol className="flex flex-col gap-2">
          {data.tools.map(({ name, description, risk, requires_confirmation: asks }) => (
            <li key={name} className="rounded-lg border border-line px-3 py-2">
              <p className="flex flex-wrap items-center gap-2">
                <code className="font-mono text-sm font-medium">{name}</code>
                <RiskBadge risk={risk} />
                {asks && <Chip>can ask you</Chip>}
              </p>
              <p className="text-sm whitespace-pre-wrap text-muted">{description}</p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
