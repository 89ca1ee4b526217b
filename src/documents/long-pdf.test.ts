import { PDFDocument, StandardFonts } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import { newId } from '../base/ids.ts'
import { LIMITS } from '../base/limits.ts'
import { createDocuments } from './documents.ts'

const PAGES = 500

let bytes: Uint8Array
beforeAll(async () => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= PAGES; number += 1) {
    pdf.addPage().drawText(`Page ${number}: the kettle has a button.`, { x: 50, y: 700, size: 12, font })
  }
  bytes = await pdf.save()
})

function desk() {
  const store = testStore()
  const ingested: string[] = []
  const scope = { key: 'run.1', kind: 'run' as const, label: '' }
  const documents = createDocuments({
    ...store,
    newId,
    limits: LIMITS,
    scopeOf: () => scope,
    ingest: async ({ chunks }) => void ingested.push(...chunks),
    forget: () => {},
  })
  const given = { bytes, name: 'long.pdf', contentType: 'application/pdf', source: 'long.pdf' }
  const from = { client: 'test', runId: null, callId: null }
  return {
    documents,
    ingested,
    read: (signal: AbortSignal, progress: (message: string, fraction?: number) => void) =>
      documents.import(given, { scope, from, signal, progress }),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

describe(`a PDF of ${PAGES} pages`, { timeout: 120_000 }, () => {
  it('is read to its end, and tells how far it is', async () => {
    using at = desk()
    const fractions: number[] = []
    const { document } = await at.read(new AbortController().signal, (_message, fraction) => {
      if (fraction !== undefined) fractions.push(fraction)
    })
    expect(document.parts).toBe(PAGES)
    expect(at.ingested.join('\n')).toContain(`Page ${PAGES}: the kettle has a button.`)
    expect(fractions.length).toBeGreaterThan(10)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
  })

  it('is left when nobody waits any more, and nothing of it is kept', async () => {
    using at = desk()
    const cancelling = new AbortController()
    const reading = at.read(cancelling.signal, () => cancelling.abort(new Error('not needed any more')))
    await expect(reading).rejects.toThrow('not needed any more')
    expect(at.ingested).toEqual([])
    expect(at.documents.list()).toEqual([])
  })
})
