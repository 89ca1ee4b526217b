import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ProfileDescription, ToolDescription } from '../../../src/contract/tools-file.ts'
import { Chip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/page.tsx'
import { RiskBadge } from '../../ui/risk.tsx'
import { Switch } from '../../ui/switch.tsx'
import { change } from './change.ts'
import { PermissionSelect } from './permission.tsx'
import { ToolDetail } from './tool-detail.tsx'

interface CategoryProps {
  readonly profile: string
  readonly category: ProfileDescription['categories'][number]
}

export function CategoryPanel({ profile, category: { id, label, enabled, tools } }: CategoryProps) {
  const on = tools.filter((tool) => tool.enabled).length
  return (
    <Panel
      title={
        <>
          {label}{' '}
          <span className="font-normal text-muted">
            {on} of {tools.length} on
          </span>
        </>
      }
      actions={
        <Switch
          label={`All of ${label}`}
          isOn={enabled}
          onChange={(isOn) => void change(profile, { category: id, enabled: isOn })}
        />
      }
    >
      <ul>
        {tools.map((tool) => (
          <ToolRow key={tool.id} profile={profile} tool={tool} />
        ))}
      </ul>
    </Panel>
  )
}

function ToolRow({ profile, tool }: { readonly profile: string; readonly tool: ToolDescription }) {
  const [isOpen, setOpen] = useState(false)
  const { id, title, enabled, risk, permission, autoApproved, tokens } = tool
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 min-w-0 grow items-center gap-2 text-left"
        >
          {isOpen ? (
            <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
          ) : (
            <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
          )}
          <span className="min-w-0">
            <span className={enabled ? 'block text-sm font-medium' : 'block text-sm text-muted'}>{title}</span>
            <code className="block font-mono text-xs text-muted">{id}</code>
          </span>
        </button>
        {autoApproved && <Chip tone="warn">auto-approved</Chip>}
        <RiskBadge risk={risk} />
        <span className="w-20 text-right text-xs text-muted tabular-nums max-sm:hidden">{tokens} tokens</span>
        <PermissionSelect
          tool={id}
          permission={permission}
          onChange={(next) => void change(profile, { tool: id, permission: next })}
        />
        <Switch
          label={`${title} (${id})`}
          isOn={enabled}
          onChange={(isOn) => void change(profile, { tool: id, enabled: isOn })}
        />
      </div>
      {isOpen && <ToolDetail profile={profile} tool={tool} />}
    </li>
  )
}
