import type { CallView } from '../../../src/contract/calls.ts'
import type { ToolDescription } from '../../../src/contract/tools-file.ts'
import { Link } from '../../app/router.tsx'
import { useLive } from '../../data/live.ts'
import { Code } from '../../ui/code.tsx'
import { Ago } from '../../ui/time.tsx'
import { type Schema, TryIt } from './try-it.tsx'

export function ToolDetail({
  profile,
  tool: { id, description, effect },
}: {
  readonly profile: string
  readonly tool: ToolDescription
}) {
  const { data: schema } = useLive<Schema>(`/api/tools/${encodeURIComponent(id)}/schema`)
  const { data: used } = useLive<{ readonly calls: readonly CallView[] }>(
    `/api/calls?limit=1&operation=${encodeURIComponent(id)}`,
    ['call.finished'],
  )
  const last = used?.calls[0]
  return (
    <div className="flex flex-col gap-4 bg-sunken px-4 py-4">
      <p className="text-sm whitespace-pre-wrap">{description}</p>
      <p className="text-xs text-muted">
        Effect: {effect} ·{' '}
        {last === undefined ? (
          'never used'
        ) : (
          <>
            last used{' '}
            <Link href={`/history/${last.id}`} className="text-accent-ink underline">
              <Ago at={last.at} />
            </Link>
          </>
        )}
      </p>
      {schema !== undefined && (
        <>
          <details>
            <summary className="text-sm font-medium">Schema</summary>
            <Code label="Schema" className="mt-2">
              {JSON.stringify(schema, null, 2)}
            </Code>
          </details>
          <details>
            <summary className="text-sm font-medium">Try it</summary>
            <TryIt profile={profile} tool={id} schema={schema} />
          </details>
        </>
      )}
    </div>
  )
}
