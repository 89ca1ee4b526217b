import type { EventType, HostEvent } from '../../../src/contract/events.ts'
import { Code } from '../../ui/code.tsx'
import { absolute, duration } from '../../ui/time.tsx'

const WORDS: Partial<Record<EventType, string>> = {
  'call.waiting': 'Waits for a person',
  'call.started': 'Runs',
  'call.finished': 'Ended',
  'approval.requested': 'A person is asked',
  'approval.answered': 'A person decided',
  'approval.expired': 'Nobody answered',
  'approval.withdrawn': 'The question was withdrawn',
  'grant.made': 'A permission was made',
  'rule.made': 'A rule was made',
}

/** Asked, shown, decided, started, ended: in the order of the ledger, each with what it recorded. */
export function Timeline({ events }: { readonly events: readonly HostEvent[] }) {
  const begin = events[0]?.at ?? 0
  return (
    <ol aria-label="Timeline" className="flex flex-col">
      {events.map(({ seq, at, type, body }) => (
        <li key={seq ?? at} className="relative border-l-2 border-line py-1.5 pl-4">
          <span aria-hidden="true" className="absolute top-3 -left-[5px] size-2 rounded-full bg-line-strong" />
          <details>
            <summary className="flex flex-wrap items-baseline gap-2 text-sm">
              <span className="font-medium">{WORDS[type] ?? type}</span>
              {typeof body['by'] === 'string' && <span>by {body['by']}</span>}
              {typeof body['decidedBy'] === 'string' && <span>by {body['decidedBy']}</span>}
              <span className="text-xs text-muted tabular-nums" title={absolute(at)}>
                {at === begin ? absolute(at) : `+${duration(at - begin)}`} · #{seq}
              </span>
            </summary>
            <Code label={`What ${type} recorded`} className="mt-1">
              {JSON.stringify(body, null, 2)}
            </Code>
          </details>
        </li>
      ))}
    </ol>
  )
}
