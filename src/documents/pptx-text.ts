import { HostError } from '../base/host-error.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { scanXml } from './scan-xml.ts'

/** Slides in their order, each with what is written on it and its notes. */
export function pptxText(bytes: Uint8Array): { text: string; slides: number } {
  const archive = openArchive(bytes, (name) =>
    /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/(?:_rels\/)?slide\d+\.xml(?:\.rels)?|notesSlides\/notesSlide\d+\.xml)$/.test(
      name,
    ),
  )
  const slides = slidesOf(archive)
  if (slides.length === 0) throw new HostError('EXECUTION_FAILED', 'The document is damaged: it has no slides.')
  const parts = slides.map((path, at) => {
    const notes = notesOf(archive, path)
    const [title = '', ...rest] = paragraphs(archive.text(path))
    const head = `## Slide ${at + 1}${title === '' ? '' : `: ${title}`}`
    const said = notes.length === 0 ? [] : ['Notes:', ...notes]
    return [head, ...rest.map((line) => `- ${line}`), ...said].join('\n\n')
  })
  return { text: parts.join('\n\n'), slides: slides.length }
}

function slidesOf(archive: Archive): string[] {
  const targets = relations(archive.text('ppt/_rels/presentation.xml.rels'))
  const ids: string[] = []
  scanXml(archive.text('ppt/presentation.xml') ?? '', {
    open: (name, attribute) => {
      if (name === 'p:sldId') ids.push(attribute('r:id') ?? '')
    },
    close: () => {},
    text: () => {},
  })
  return ids.flatMap((id) => {
    const target = targets.get(id)
    return target === undefined ? [] : [`ppt/${target.replace(/^\/?(?:ppt\/)?/, '')}`]
  })
}

function notesOf(archive: Archive, slide: string): string[] {
  const related = relations(archive.text(slide.replace('slides/', 'slides/_rels/').concat('.rels')))
  const notes = [...related.values()].find((target) => target.includes('notesSlide'))
  if (notes === undefined) return []
  // A notes page repeats the slide's number; that is no note.
  return paragraphs(archive.text(`ppt/${notes.replace(/^\.\.\//, '')}`)).filter((line) => !/^\d+$/.test(line))
}

function relations(xml: string | null): Map<string, string> {
  const targets = new Map<string, string>()
  scanXml(xml ?? '', {
    open: (name, attribute) => {
      if (name === 'Relationship') targets.set(attribute('Id') ?? '', attribute('Target') ?? '')
    },
    close: () => {},
    text: () => {},
  })
  return targets
}

function paragraphs(xml: string | null): string[] {
  const lines: string[] = []
  let line = ''
  let isText = false
  scanXml(xml ?? '', {
    open: (name) => {
      if (name === 'a:t') isText = true
      if (name === 'a:br') line += ' '
    },
    close: (name) => {
      if (name === 'a:t') isText = false
      if (name !== 'a:p') return
      if (line.trim() !== '') lines.push(line.trim())
      line = ''
    },
    text: (text) => {
      if (isText) line += text
    },
  })
  return lines
}
