import { quoteLine } from './quote.ts'

export interface ImportedDocument {
  readonly id: string
  readonly filename: string
  readonly chars: number
}

const SHOWN = 20
const NAME_CHARS = 120
const ID_CHARS = 8

/** What was imported already, so that it is searched and not imported again. */
export function documentReminder(documents: readonly ImportedDocument[]): string | null {
  if (documents.length === 0) return null
  const more = documents.length > SHOWN ? [`• and ${documents.length - SHOWN} more`] : []
  return [
    'IMPORTED DOCUMENTS IN THIS CONVERSATION:',
    'The following documents have already been imported into memory. DO NOT re-import them.',
    'Use memory_operations with operation=search_memory to query their content instead.',
    '',
    ...documents
      .slice(0, SHOWN)
      .map(
        ({ id, filename, chars }) =>
          `• ${quoteLine(filename, NAME_CHARS)} (${chars} chars) - ID: ${quoteLine(id, 60).replace(/^doc_/, '').slice(0, ID_CHARS)}`,
      ),
    ...more,
    '',
    'To search these documents, use:',
    'memory_operations(operation: "search_memory", query: "your search query", similarity_threshold: "0.2")',
  ].join('\n')
}
