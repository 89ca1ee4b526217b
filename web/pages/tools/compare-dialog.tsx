import { useState } from 'react'
import type { ProfileDescription, ProfileSummary, ToolDescription } from '../../../src/contract/tools-file.ts'
import { useLive } from '../../data/live.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { profilePath } from './tools.tsx'

interface CompareProps {
  readonly from: string
  readonly profiles: readonly ProfileSummary[]
  readonly onClose: () => void
}

const FACTS = ['level', 'paths', 'spelling', 'confirms', 'onAsk', 'onDisconnect', 'tokens'] as const

/** Only what differs. */
export function CompareDialog({ from, profiles, onClose }: CompareProps) {
  const others = profiles.filter(({ id }) => id !== from)
  const [to, setTo] = useState(others[0]?.id ?? from)
  const { data: left } = useLive<ProfileDescription>(profilePath(from))
  const { data: right } = useLive<ProfileDescription>(profilePath(to))
  const rows = left === undefined || right === undefined ? [] : differences(left, right)
  return (
    <Dialog isOpen isWide onClose={onClose} title="Compare profiles">
      <SelectField
        label={`${from} with`}
        value={to}
        onChange={({ target }) => setTo(target.value)}
        options={others.map(({ id }) => ({ value: id, label: id }))}
      />
      <table className="mt-4 w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            <th className="py-2">What</th>
            <th>{from}</th>
            <th>{to}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, a, b]) => (
            <tr key={what} className="border-b border-line">
              <td className="py-2 font-mono text-xs">{what}</td>
              <td>{a}</td>
              <td>{b}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && left !== undefined && right !== undefined && (
        <p className="mt-3 text-muted">They are alike.</p>
      )}
    </Dialog>
  )
}

function differences(left: ProfileDescription, right: ProfileDescription): (readonly [string, string, string])[] {
  const facts = FACTS.map((name) => [name, String(left[name]), String(right[name])] as const)
  const others = new Map(right.categories.flatMap(({ tools }) => tools).map((tool) => [tool.id, tool]))
  const tools = left.categories
    .flatMap(({ tools: all }) => all)
    .map((tool) => [tool.id, words(tool), words(others.get(tool.id))] as const)
  return [...facts, ...tools].filter(([, a, b]) => a !== b)
}

function words(tool: ToolDescription | undefined): string {
  if (tool === undefined || !tool.enabled) return 'off'
  return tool.permission ?? 'on'
}
