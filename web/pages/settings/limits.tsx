import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { patchSettings, useSettings } from './settings-data.ts'

/** Every limit of the product; an empty field goes back to the default. */
export function Limits() {
  const { data } = useSettings()
  const [search, setSearch] = useState('')
  if (data?.settings.limits === undefined) return null
  const limits = Object.entries(data.settings.limits).filter(([name]) =>
    name.toLowerCase().includes(search.toLowerCase()),
  )
  return (
    <Panel title="Limits">
      <div className="p-4">
        <input
          type="search"
          aria-label="Find a limit"
          placeholder="Find a limit"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="min-h-10 w-full rounded-lg border border-line-strong bg-raised px-3 text-sm"
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable with the keyboard */}
      <ul aria-label="Limits" tabIndex={0} className="max-h-96 overflow-y-auto border-t border-line">
        {limits.map(([name, value]) => (
          <LimitRow key={`${name}${value}`} name={name} value={value} />
        ))}
      </ul>
    </Panel>
  )
}

function LimitRow({ name, value }: { readonly name: string; readonly value: number }) {
  const [text, setText] = useState(String(value))
  const isChanged = text !== String(value)
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-1.5 last:border-b-0">
      <code className="grow font-mono text-[13px]">{name}</code>
      <input
        aria-label={name}
        inputMode="numeric"
        value={text}
        onChange={({ target }) => setText(target.value.replace(/[^\d]/g, ''))}
        className="min-h-9 w-36 rounded-lg border border-line-strong bg-raised px-2 text-right font-mono text-[13px]"
      />
      <Button
        size="small"
        aria-label={`Save ${name}`}
        disabled={!isChanged}
        onClick={() => void patchSettings({ limits: { [name]: text === '' ? null : Number(text) } })}
      >
        Save
      </Button>
    </li>
  )
}
