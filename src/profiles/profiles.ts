import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { Logger } from '../base/logger.ts'
import type { ProfileLookup } from '../contract/policy.ts'
import type { ProfileDescription, ProfileSummary, ToolsFileProblem } from '../contract/tools-file.ts'
import type { Catalog } from '../tools/catalog.ts'
import type { IconName } from '../tools/icons.ts'
import { checkCatalog } from './check-catalog.ts'
import { describeProfile, summarise } from './describe-profile.ts'
import { exportedProfile } from './export-profile.ts'
import { createLiveToolsFile } from './live-tools-file.ts'
import type { Loaded } from './load-profiles.ts'
import { createNames } from './names.ts'
import { createProfileEditor, type ProfileEditor } from './profile-editor.ts'
import { publish } from './publish.ts'
import type { Published } from './published.ts'
import type { ResolvedProfile } from './resolve-profile.ts'
import { createToolsFileOnDisk } from './tools-file.ts'

export interface ProfilesChange {
  /** Profiles whose tool list is another one now, removed and new ones included. */
  readonly changed: readonly string[]
  readonly activeId: string
  readonly problems: readonly ToolsFileProblem[]
}

export interface Profiles extends ProfileEditor {
  /** Without an id, the active profile. A disabled or unknown one is never replaced by another. */
  readonly lookup: (id?: string) => ProfileLookup
  readonly activeId: () => string
  readonly list: () => readonly ProfileSummary[]
  readonly describe: (id: string) => ProfileDescription
  /** What `tools/list` says; empty for a profile that is disabled or unknown. */
  readonly published: (id: string) => Published
  readonly limits: (id: string) => Partial<Limits>
  readonly problems: () => readonly ToolsFileProblem[]
  /** Why everything is read-only, or null. */
  readonly safeMode: () => string | null
  readonly exportProfile: (id: string) => string
  /** Listeners are told after every change of the file or of what is wrong with it. They must be quick. */
  readonly onChange: (listener: (change: ProfilesChange) => void) => () => void
  readonly close: () => void
}

interface Parts {
  readonly path: string
  readonly catalog: Catalog
  readonly clock: Clock
  readonly log: Logger
  readonly iconUrl?: ((name: IconName) => string | undefined) | undefined
  readonly onProblem?: ((problems: readonly ToolsFileProblem[]) => void) | undefined
}

const NOTHING: Published = { tools: [], json: '[]' }

/** The profiles of tools.json. A mistake in the catalog stops the start; a mistake in the file does not. */
export function createProfiles({ path, catalog, clock, log, iconUrl, onProblem = () => {} }: Parts): Profiles {
  checkCatalog(catalog)
  const names = createNames(catalog)
  const disk = createToolsFileOnDisk(path)
  const listeners = new Set<(change: ProfilesChange) => void>()
  const cache = new Map<string, { readonly made: Published; readonly address: string | undefined }>()

  const onChange = (before: Loaded, after: Loaded): void => {
    const changed = changedLists(before, after, catalog)
    for (const id of changed) cache.delete(id)
    for (const listener of listeners) {
      try {
        listener({ changed, activeId: after.activeId, problems: after.problems })
      } catch (cause) {
        log.error('a listener of profiles failed', { cause })
      }
    }
  }

  const live = createLiveToolsFile({ disk, catalog, names, clock, log, onChange, onProblem })
  const { current } = live
  const isActive = (id: string): boolean => id === current().activeId

  const published = (id: string): Published => {
    const found = lookUp(current(), id)
    if (!found.ok) return NOTHING
    // The address of the icons is known only once a server listens.
    const address = iconUrl?.('file')
    const known = cache.get(id)
    if (known !== undefined && known.address === address) return known.made
    const made = publish(catalog, found.profile, { iconUrl })
    cache.set(id, { made, address })
    return made
  }

  return {
    lookup: (id = current().activeId) => lookUp(current(), id),
    activeId: () => current().activeId,
    list: () => [...current().profiles].map(([id, resolved]) => summarise(resolved, isActive(id), { catalog, names })),
    describe: (id) => describeProfile(find(current(), id), isActive(id), { catalog, names }),
    published,
    limits: (id) => current().profiles.get(id)?.limits ?? {},
    problems: live.problems,
    safeMode: () => safeModeReason(current()),
    exportProfile: (id) => exportedProfile(find(current(), id)),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: live.close,
    ...createProfileEditor({ catalog, names, disk, inForce: () => inForce(current()), onWritten: live.reload }),
  }
}

function lookUp(loaded: Loaded, id: string): ProfileLookup {
  const resolved = loaded.profiles.get(id)
  if (resolved?.isSwitchedOn) return { ok: true, profile: resolved.profile }
  const hint = knownProfiles(loaded)
  if (resolved === undefined) return { ok: false, reason: `There is no profile "${id}".`, hint }
  return {
    ok: false,
    reason: `Profile "${id}" is disabled.`,
    hint: `Set "enabled": true for it in tools.json. ${hint}`,
  }
}

function find(loaded: Loaded, id: string): ResolvedProfile {
  const resolved = loaded.profiles.get(id)
  if (resolved !== undefined) return resolved
  throw new HostError('NOT_FOUND', `There is no profile "${id}".`, { hint: knownProfiles(loaded) })
}

function knownProfiles(loaded: Loaded): string {
  const ids = [...loaded.profiles].filter(([, one]) => one.isSwitchedOn).map(([id]) => id)
  const broken = loaded.source === 'file' ? undefined : loaded.problems[0]
  return `Profiles: ${ids.join(', ')}.${broken === undefined ? '' : ` ${broken.message}`}`
}

function safeModeReason({ source, problems }: Loaded): string | null {
  return source === 'safe-mode' ? (problems[0]?.message ?? 'tools.json is damaged.') : null
}

/** The text to go on from when the file is gone; what safe mode made up is never written down. */
function inForce({ source, text }: Loaded): string | undefined {
  return source === 'safe-mode' ? undefined : text
}

function changedLists(before: Loaded, after: Loaded, catalog: Catalog): string[] {
  const ids = new Set([...before.profiles.keys(), ...after.profiles.keys()])
  return [...ids].filter((id) => toolList(before, id, catalog) !== toolList(after, id, catalog))
}

function toolList({ profiles }: Loaded, id: string, { entries }: Catalog): string | undefined {
  const resolved = profiles.get(id)
  if (!resolved?.isSwitchedOn) return undefined
  const { spelling, isEnabled } = resolved.profile
  return [spelling, ...entries.filter((entry) => isEnabled(entry.id)).map((entry) => entry.id)].join(' ')
}
