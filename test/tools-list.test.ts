import { countTokens } from 'gpt-tokenizer'
import { describe, expect, test } from 'vitest'
import { metadataCatalog } from '../scripts/metadata-catalog.ts'
import { parseArguments } from '../src/profiles/arguments.ts'
import { checkCatalog } from '../src/profiles/check-catalog.ts'
import { createNames } from '../src/profiles/names.ts'
import { publish } from '../src/profiles/publish.ts'
import { resolveProfile } from '../src/profiles/resolve-profile.ts'
import { CATEGORY_LABELS } from '../src/profiles/stock.ts'
import { stockFile } from '../src/profiles/stock-profile.ts'
import { estimateTokens } from '../src/profiles/token-estimate.ts'

const BUDGETS = new Map([
  ['workspace-agent', 3_000],
  ['remote-primitives', 1_600],
])

const catalog = metadataCatalog()
const names = createNames(catalog)

describe.each(stockFile(catalog).profiles.map((profile) => [profile.id, profile] as const))(
  'tools/list of %s',
  (id, given) => {
    const { profile } = resolveProfile(given, catalog, names)
    const { tools, json } = publish(catalog, profile, { iconUrl: (name) => `http://127.0.0.1:4747/icons/${name}.svg` })
    const tokens = countTokens(JSON.stringify({ tools }))

    test('changes only on purpose', async () => {
      const shown = `${tokens} tokens, ${tools.length} tools\n${JSON.stringify(tools, null, 2)}\n`
      await expect(shown).toMatchFileSnapshot(`./__snapshots__/tools-list/${id}.snap`)
    })

    test('keeps its budget', () => {
      expect(tokens).toBeLessThanOrEqual(BUDGETS.get(id) ?? Number.POSITIVE_INFINITY)
    })

    test('costs what the console says', () => {
      expect(Math.abs(estimateTokens(json) - tokens) / tokens).toBeLessThan(0.1)
    })
  },
)

describe('the catalog', () => {
  test('is sound', () => {
    expect(() => checkCatalog(catalog)).not.toThrow()
  })

  test.each(catalog.entries.map((entry) => [entry.id, entry] as const))(
    '%s is called flat, grouped and dotted, and its example is right',
    (id, entry) => {
      const { toolset, operation } = entry
      const calls = [
        names.resolve(id, operation.example),
        names.resolve(names.flatName(entry), operation.example),
        ...(toolset.shape === 'single'
          ? []
          : [names.resolve(toolset.name, { operation: operation.name, ...operation.example })]),
      ]
      for (const { entry: found, args } of calls) {
        expect(found.id).toBe(id)
        expect(parseArguments(found, args)).toMatchObject(operation.example)
      }
      expect(CATEGORY_LABELS.has(toolset.category)).toBe(true)
    },
  )
})
