import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createNames } from '../src/profiles/names.ts'
import { categoryLabel } from '../src/profiles/stock-profile.ts'
import type { Catalog } from '../src/tools/catalog.ts'
import { clientPages } from './client-page.ts'
import { geminiPages } from './gemini-page.ts'
import { metadataCatalog } from './metadata-catalog.ts'
import { GENERATED, toolsetPage } from './toolset-page.ts'

const DOCS = join(dirname(import.meta.dirname), 'docs')

/** The generated pages by file name. */
export function toolPages(catalog: Catalog): ReadonlyMap<string, string> {
  const names = createNames(catalog)
  const pages = catalog.toolsets.map((toolset) => [`${toolset.name}.md`, toolsetPage(toolset, catalog, names)] as const)
  return new Map([['README.md', indexPage(catalog)], ...pages])
}

function indexPage({ toolsets }: Catalog): string {
  const rows = toolsets.map(({ name, category, shape, operations, summary }) => {
    const list = shape === 'single' ? '–' : operations.map((operation) => `\`${operation.name}\``).join(', ')
    return `| [${name}](${name}.md) | ${categoryLabel(category)} | ${list} | ${summary} |`
  })
  return [
    GENERATED,
    '',
    '# Tools',
    '',
    '| tool or toolset | category | operations | |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

interface Generated {
  /** Below docs/. */
  readonly folder: string
  readonly pages: ReadonlyMap<string, string>
}

function stalePages({ folder, pages }: Generated): string[] {
  const directory = join(DOCS, folder)
  mkdirSync(directory, { recursive: true })
  const present = new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]))
  return [...new Set([...pages.keys(), ...present.keys()])].filter((name) => pages.get(name) !== present.get(name))
}

function writePage({ folder, pages }: Generated, name: string): void {
  const text = pages.get(name)
  if (text === undefined) unlinkSync(join(DOCS, folder, name))
  else writeFileSync(join(DOCS, folder, name), text)
}

if (import.meta.main) {
  const generated = [
    { folder: 'tools', pages: toolPages(metadataCatalog()) },
    { folder: 'clients', pages: clientPages() },
    { folder: 'mapping', pages: geminiPages(metadataCatalog()) },
  ]
  const isCheck = process.argv.includes('--check')
  for (const set of generated) {
    for (const name of stalePages(set)) {
      if (!isCheck) writePage(set, name)
      console.log(`docs/${set.folder}/${name} ${isCheck ? 'is out of date: npm run docs' : 'written'}`)
      if (isCheck) process.exitCode = 1
    }
  }
}
