import { useState } from 'react'
import type { ToolPermission } from '../../../src/contract/levels.ts'
import type { ToolDescription } from '../../../src/contract/tools-file.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { change } from './change.ts'

interface BulkProps {
  readonly profile: string
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Those that the search shows. */
  readonly tools: readonly ToolDescription[]
}

/** Finds tools, and sets all that were found at once. */
export function BulkBar({ profile, search, onSearch, tools }: BulkProps) {
  const [isBusy, setBusy] = useState(false)
  const each = async (apply: (tool: ToolDescription) => Promise<void>) => {
    setBusy(true)
    for (const tool of tools) await apply(tool)
    setBusy(false)
  }
  const permit = (permission: ToolPermission | null) => each(({ id }) => change(profile, { tool: id, permission }))
  const toggle = (enabled: boolean) => each(({ id }) => change(profile, { tool: id, enabled }))
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        type="search"
        aria-label="Find tools"
        placeholder="Find tools, or /a regular expression/"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        className="min-h-10 min-w-0 grow rounded-lg border border-line-strong bg-raised px-3 text-sm"
      />
      <Menu
        isDisabled={isBusy || tools.length === 0}
        triggerClass={buttonClass('plain')}
        trigger={isBusy ? 'Setting…' : `Set all ${tools.length} shown`}
        items={[
          { label: 'Switch on', onSelect: () => void toggle(true) },
          { label: 'Switch off', onSelect: () => void toggle(false) },
          { label: 'Allowed', onSelect: () => void permit('allowed') },
          { label: 'Confirm', onSelect: () => void permit('confirm') },
          { label: 'Blocked', onSelect: () => void permit('blocked') },
          { label: 'By level', onSelect: () => void permit(null) },
        ]}
      />
    </div>
  )
}
