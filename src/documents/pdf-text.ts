import { getDocumentProxy, getMeta } from 'unpdf'
import { HostError } from '../base/host-error.ts'

type Progress = (message: string, fraction: number) => void

/** Pages one after the other; a page without text is most often a scan. */
export async function pdfText(
  bytes: Uint8Array,
  progress: Progress,
): Promise<{ text: string; pages: number; empty: number }> {
  const pdf = await opened(bytes)
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
        .join('')
        .replaceAll('\0', '')
        .trim(),
    )
    page.cleanup()
    progress(`Read page ${number} of ${pdf.numPages}`, number / pdf.numPages)
  }
  return { text: pages.join('\n\n'), pages: pages.length, empty: pages.filter((page) => page === '').length }
}

export async function pdfInfo(
  bytes: Uint8Array,
): Promise<{ pages: number; title: string | null; author: string | null }> {
  const pdf = await opened(bytes)
  const { info } = await getMeta(pdf)
  const said = (key: string) => (typeof info[key] === 'string' && info[key] !== '' ? String(info[key]) : null)
  return { pages: pdf.numPages, title: said('Title'), author: said('Author') }
}

async function opened(bytes: Uint8Array) {
  try {
    // A copy: the reader takes the buffer for itself.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PasswordException') {
      throw new HostError('PERMISSION_DENIED', 'The PDF is protected by a password.', {
        hint: 'Save it without one and import that.',
      })
    }
    throw new HostError('EXECUTION_FAILED', 'The PDF is damaged and cannot be read.', { cause })
  }
}
