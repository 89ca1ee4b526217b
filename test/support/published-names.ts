import { metadataCatalog } from '../../scripts/metadata-catalog.ts'
import { createNames } from '../../src/profiles/names.ts'
import { publish } from '../../src/profiles/publish.ts'
import { resolveProfile } from '../../src/profiles/resolve-profile.ts'
import { stockFile } from '../../src/profiles/stock-profile.ts'

/** The tools of a stock profile in their order, as the catalog has them. */
export function publishedNames(profileId: string): string[] {
  const catalog = metadataCatalog()
  const given = stockFile(catalog).profiles.find(({ id }) => id === profileId)
  if (given === undefined) throw new Error(`there is no stock profile ${profileId}`)
  const { profile } = resolveProfile(given, catalog, createNames(catalog))
  return publish(catalog, profile).tools.map(({ name }) => name)
}
