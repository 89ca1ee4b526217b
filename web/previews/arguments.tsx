import { Code } from '../ui/code.tsx'

type Arguments = Readonly<Record<string, unknown>>

/** Every argument, none left out: texts as they are, the rest as JSON. */
export function ArgumentList({ args }: { readonly args: Arguments }) {
  const entries = Object.entries(args)
  if (entries.length === 0) return <p className="text-sm text-muted">It has no arguments.</p>
  return (
    <dl className="flex flex-col gap-2">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt className="mb-0.5 font-mono text-xs text-muted">{name}</dt>
          <dd>
            <Code label={`Argument ${name}`}>{shown(value)}</Code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined')
}
