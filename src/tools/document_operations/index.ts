import type { Toolset } from '../operation.ts'
import { documentCreate } from './document-create.ts'
import { documentImport } from './document-import.ts'
import type { DocumentServices } from './fields.ts'
import { getDocInfo } from './get-doc-info.ts'

export const documentOperationsToolset = (services: DocumentServices): Toolset => ({
  name: 'document_operations',
  title: 'Document Operations',
  summary: 'Documents in and out.',
  category: 'documents',
  shape: 'grouped',
  operations: [documentImport(services), documentCreate(services), getDocInfo(services)],
})
