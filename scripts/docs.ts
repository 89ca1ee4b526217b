import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createNames } from '../src/profiles/names.ts'
import { categoryLabel } from '../src/profiles/stock-profile.ts'
import type { Catalog } from '../src/tools/catalog.ts'
import { metadataCatalog } from './metadata-catalog.ts'
import { GENERATED, toolsetPage } from './toolset-page.ts'

const DIRECTORY = join(dirname(import.meta.dirname), 'docs', 'tools')

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

function stalePages(pages: ReadonlyMap<string, string>): string[] {
  mkdirSync(DIRECTORY, { recursive: true })
  const present = new Map(readdirSync(DIRECTORY).map((name) => [name, readFileSync(join(DIRECTORY, name), 'utf8')]))
  return [...new Set([...pages.keys(), ...present.keys()])].filter((name) => pages.get(name) !== present.get(name))
}

function writePage(name: string, text: string | undefined): void {
  if (text === undefined) unlinkSync(join(DIRECTORY, name))
  else writeFileSync(join(DIRECTORY, name), text)
}

if (import.meta.main) {
  const pages = toolPages(metadataCatalog())
  const stale = stalePages(pages)
  if (process.argv.includes('--check')) {
    for (const name of stale) console.error(`docs/tools/${name} is out of date: npm run docs`)
    process.exitCode = stale.length === 0 ? 0 : 1
  } else {
    for (const name of stale) writePage(name, pages.get(name))
    console.log(
      stale.length === 0
        ? 'docs/tools is up to date.'
        : `Wrote ${stale.map((name) => `docs/tools/${name}`).join(', ')}.`,
    )
  }
}
