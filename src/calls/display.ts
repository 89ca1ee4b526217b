import type { ProgressEvent } from '../contract/calls.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import type { PreparedOperation } from '../tools/operation.ts'

/** The progress events of one call, with the display fields that a chat shows. */
export function progressEvents(
  entry: CatalogEntry,
  prepared: Pick<PreparedOperation, 'label' | 'details'>,
  startedAt: number,
  endedAt: number,
  isOk: boolean,
): ProgressEvent[] {
  const display = {
    action: entry.operation.name,
    actionDisplayName: prepared.label.split(':')[0] ?? entry.operation.title,
    summary: prepared.label,
    details: prepared.details,
    icon: entry.operation.icon,
  }
  const toolName = entry.toolset.name
  return [
    {
      eventType: 'toolStarted',
      toolName,
      display: { ...display, status: 'inProgress' },
      timestamp: new Date(startedAt).toISOString(),
    },
    {
      eventType: isOk ? 'toolCompleted' : 'toolFailed',
      toolName,
      display: { ...display, status: isOk ? 'success' : 'error' },
      timestamp: new Date(endedAt).toISOString(),
    },
  ]
}
