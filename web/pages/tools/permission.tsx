import type { ToolPermission } from '../../../src/contract/levels.ts'

const CHOICES: readonly { readonly value: ToolPermission | ''; readonly label: string }[] = [
  { value: '', label: 'By level' },
  { value: 'allowed', label: 'Allowed' },
  { value: 'confirm', label: 'Confirm' },
  { value: 'blocked', label: 'Blocked' },
]

interface PermissionProps {
  readonly tool: string
  readonly permission: ToolPermission | null
  readonly onChange: (permission: ToolPermission | null) => void
}

/** Without a choice of its own a tool follows the level of the profile. */
export function PermissionSelect({ tool, permission, onChange }: PermissionProps) {
  return (
    <select
      aria-label={`Permission of ${tool}`}
      value={permission ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : (target.value as ToolPermission))}
      className="min-h-9 rounded-lg border border-line-strong bg-raised px-2 text-xs max-sm:min-h-11"
    >
      {CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
