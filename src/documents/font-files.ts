import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What `scripts/build.ts` copies next to the bundle. */
export const FONT_FILES = [
  'DejaVuSans.ttf',
  'DejaVuSans-Bold.ttf',
  'DejaVuSans-Oblique.ttf',
  'DejaVuSansMono.ttf',
] as const

/** From sources they are in their package; in the published package they lie beside the bundle. */
export function fontFile(name: string): string {
  if (import.meta.filename.endsWith('.ts')) {
    return join(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))), 'ttf', name)
  }
  const here = import.meta.dirname
  return join(basename(here) === 'chunks' ? dirname(here) : here, 'fonts', name)
}
