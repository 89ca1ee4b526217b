import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { shownName } from '../../files/describe-path.ts'
import { operation } from '../operation.ts'
import { fileSource, webSource } from './document-source.ts'
import { type DocumentServices, PATH_ALIASES, path } from './fields.ts'

export const documentImport = (services: DocumentServices) =>
  operation({
    name: 'document_import',
    title: 'Import document',
    description: 'Store the text of a PDF, Office, HTML or text file in memory.',
    effect: 'write',
    icon: 'file-text',
    input: z.strictObject({ path: path.optional(), url: z.string().min(1).optional() }),
    output: z.object({
      document_id: z.string(),
      filename: z.string(),
      content_type: z.string(),
      file_size: z.int(),
      full_content_length: z.int(),
      content_preview: z.string(),
      parts: z.int().nullable(),
      already_imported: z.boolean(),
      notes: z.array(z.string()),
    }),
    aliases: { path: PATH_ALIASES },
    example: { path: 'docs/manual.md' },

    touches: ({ path: given, url }, { place }) => {
      if (given !== undefined && url === undefined) return { source: fileSource(services, place, given) }
      if (given === undefined && url !== undefined) return { source: webSource(services, url) }
      throw new HostError('INVALID_PARAMETERS', 'Give either path or url.', {
        hint: 'For example {"operation": "document_import", "path": "docs/manual.pdf"}.',
      })
    },
    label: ({ path: given, url }) => `Importing document: ${url ?? shownName(given ?? '')}`,

    async run(_input, { source }, context) {
      const given = await source.read(context)
      const { caller, callId, signal, progress } = context
      const { document, preview, notes, isNew } = await services.documents.import(given, {
        scope: services.documents.scopeOf(caller),
        from: { client: caller.client, runId: caller.runId, callId },
        signal,
        progress,
      })
      return {
        document_id: document.id,
        filename: document.name,
        content_type: document.contentType,
        file_size: document.bytes,
        full_content_length: document.chars,
        content_preview: preview,
        parts: document.parts,
        already_imported: !isNew,
        notes: [...notes],
      }
    },

    text: ({ document_id, filename, full_content_length, content_preview, already_imported, notes }) =>
      [
        already_imported
          ? `${filename} was imported before as ${document_id}. Nothing was stored again.`
          : `Imported ${filename} as ${document_id}: ${full_content_length} characters.`,
        ...notes,
        'Search it with memory_operations, operation search_memory.',
        `It begins:\n${content_preview}`,
      ].join('\n'),
  })
