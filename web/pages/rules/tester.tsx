import { useState } from 'react'
import type { Because, Verdict } from '../../../src/contract/policy.ts'
import { ApiError, api } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'

interface Explanation {
  readonly label: string
  readonly verdict: Verdict
  readonly because: Because
  readonly trace: readonly (Because & { readonly verdict: Verdict })[]
}

const TONES = { allow: 'good', ask: 'warn', deny: 'bad' } as const

/** How a call would be judged, and why. Nothing runs. */
export function Tester() {
  const [name, setName] = useState('file_operations.read_file')
  const [args, setArgs] = useState('{ "filePath": "/etc/hosts" }')
  const [workdir, setWorkdir] = useState('')
  const [found, setFound] = useState<Explanation | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const test = async () => {
    setError(null)
    setFound(null)
    try {
      setFound(
        await api.post<Explanation>('/api/rules/explain', {
          name,
          args: JSON.parse(args) as unknown,
          ...(workdir.trim() === '' ? {} : { workdir: workdir.trim() }),
        }),
      )
    } catch (cause) {
      setError(
        cause instanceof ApiError ? cause : new ApiError(0, 'INVALID_PARAMETERS', 'The arguments must be JSON.', null),
      )
    }
  }
  return (
    <Panel title="Try a call against the rules">
      <form
        className="flex flex-col gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void test()
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="Tool" value={name} onChange={({ target }) => setName(target.value)} />
          <TextField
            label="Working directory"
            hint="Empty: a directory of its own"
            value={workdir}
            onChange={({ target }) => setWorkdir(target.value)}
          />
        </div>
        <TextArea label="Arguments (JSON)" rows={3} value={args} onChange={({ target }) => setArgs(target.value)} />
        <Button type="submit" className="self-start">
          Judge it
        </Button>
        {error !== null && <ErrorState error={error} />}
        {found !== null && (
          <section aria-label="Verdict" className="rounded-lg border border-line p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Chip tone={TONES[found.verdict]}>{found.verdict}</Chip>
              <Foreign>{found.label}</Foreign>
            </p>
            <p className="mt-1">
              <Foreign>{found.because.reason}</Foreign>
            </p>
            <ol className="mt-2 list-decimal pl-5 text-xs text-muted">
              {found.trace.map((step, index) => (
                <li key={index}>
                  {step.verdict} at {step.step}: <Foreign>{step.reason}</Foreign>
                </li>
              ))}
            </ol>
          </section>
        )}
      </form>
    </Panel>
  )
}
