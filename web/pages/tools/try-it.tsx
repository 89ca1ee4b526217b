import { useState } from 'react'
import { Link } from '../../app/router.tsx'
import { ApiError, api } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Code } from '../../ui/code.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'

interface Field {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly default?: unknown
}

export interface Schema {
  readonly properties?: Readonly<Record<string, Field>>
  readonly required?: readonly string[]
}

interface Result {
  readonly success: boolean
  readonly output: string
  readonly error: string | null
  readonly hint?: string | null
  readonly status: string
  readonly call_id: string
  readonly duration_ms: number
}

interface TryProps {
  readonly profile: string
  readonly tool: string
  readonly schema: Schema
}

/** A form made from the schema. It runs for real, as a call of yours: it is not asked about, and it is in the history. */
export function TryIt({ profile, tool, schema: { properties = {}, required = [] } }: TryProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [workdir, setWorkdir] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setError(null)
    setResult(null)
    try {
      const args = argumentsOf(properties, texts)
      setResult(
        await api.post<Result>('/api/call', {
          name: tool,
          args,
          profile,
          ...(workdir.trim() === '' ? {} : { workdir: workdir.trim() }),
        }),
      )
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="mt-3 flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <p className="text-xs text-muted">It runs for real, as a call of yours: without asking, and recorded.</p>
      {Object.entries(properties).map(([name, field]) => (
        <FieldInput
          key={name}
          name={name}
          field={field}
          isRequired={required.includes(name)}
          value={texts[name] ?? ''}
          onChange={(text) => setTexts({ ...texts, [name]: text })}
        />
      ))}
      <TextField
        label="Working directory"
        hint="Empty: a directory of its own"
        value={workdir}
        onChange={({ target }) => setWorkdir(target.value)}
      />
      <Button type="submit" kind="primary" disabled={isBusy} className="self-start">
        {isBusy ? 'Running…' : 'Run'}
      </Button>
      {error !== null && <ErrorState error={error} />}
      {result !== null && (
        <section aria-label="Outcome" className="flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Chip tone={result.success ? 'good' : 'bad'}>{result.status}</Chip>
            {Math.round(result.duration_ms)} ms
            <Link href={`/history/${result.call_id}`} className="text-accent-ink underline">
              In the history
            </Link>
          </p>
          {result.error !== null && (
            <p className="text-sm text-bad">
              <Foreign>{result.error}</Foreign> <Foreign>{result.hint ?? ''}</Foreign>
            </p>
          )}
          {result.output !== '' && <Code label="Output">{result.output}</Code>}
        </section>
      )}
    </form>
  )
}

interface InputProps {
  readonly name: string
  readonly field: Field
  readonly isRequired: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

const LONG = /content|text|body|patch|string|thoughts|prompt/i

function FieldInput({ name, field, isRequired, value, onChange }: InputProps) {
  const label = isRequired ? `${name} (required)` : name
  const hint = field.description
  if (field.type === 'boolean' || field.enum !== undefined) {
    const options = field.type === 'boolean' ? ['true', 'false'] : (field.enum ?? []).map(String)
    return (
      <SelectField
        label={label}
        hint={hint}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={[{ value: '', label: '(not given)' }, ...options.map((option) => ({ value: option, label: option }))]}
      />
    )
  }
  const isLong = (field.type === 'string' && LONG.test(name)) || field.type === 'object' || field.type === 'array'
  if (isLong)
    return (
      <TextArea label={label} hint={hint} rows={3} value={value} onChange={({ target }) => onChange(target.value)} />
    )
  return <TextField label={label} hint={hint} value={value} onChange={({ target }) => onChange(target.value)} />
}

/** Texts stay texts, all else is JSON; what is empty is not sent. */
function argumentsOf(
  properties: Readonly<Record<string, Field>>,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return Object.fromEntries(
    given.map(([name, text]) => {
      if (properties[name]?.type === 'string' || properties[name]?.type === undefined) return [name, text]
      try {
        return [name, JSON.parse(text)]
      } catch {
        throw new ApiError(0, 'INVALID_PARAMETERS', `${name} must be ${properties[name]?.type ?? 'JSON'}.`, null)
      }
    }),
  )
}
