import { HostError } from '../base/host-error.ts'
import { oneLine } from '../base/visible.ts'
import type { ToolPermission } from '../contract/levels.ts'
import { type FileProfile, type ProfileBounds, profileIdSchema } from '../contract/tools-file.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import { createDraft, type Draft } from './draft.ts'
import type { Names } from './names.ts'
import { parseToolsFile } from './parse-tools-file.ts'
import { addUnmentioned, refreshStock, setPermission, switchCategory, switchTools } from './profile-edits.ts'
import { STOCK_PROFILES } from './stock.ts'
import { fingerprint, followedStock, stockProfile } from './stock-profile.ts'
import type { ToolsFileOnDisk } from './tools-file.ts'

const MAX_ATTEMPTS = 5

/** Edits by a person through CLI or console. Each takes effect at once and keeps what was written by hand. */
export interface ProfileEditor {
  /** `toolId` in any spelling; a toolset's name stands for all its operations. */
  readonly setTool: (profile: string, toolId: string, isOn: boolean) => void
  readonly setCategory: (profile: string, category: string, isOn: boolean) => void
  readonly setPermission: (profile: string, operationId: string, permission: ToolPermission | null) => void
  /** What is not named stays as it is. */
  readonly setBounds: (profile: string, bounds: ProfileBounds) => void
  readonly setActive: (id: string) => void
  /** Copies a profile; a stock profile that was removed from the file can be brought back this way. */
  readonly clone: (from: string, to: string, label?: string) => void
  readonly remove: (id: string) => void
  /** Takes the profiles of another tools.json and returns their ids; `as` names a single one anew. */
  readonly importProfile: (text: string, as?: string) => readonly string[]
}

interface Parts {
  readonly catalog: Catalog
  readonly names: Names
  readonly disk: ToolsFileOnDisk
  /** The text to start from when the file is gone. */
  readonly inForce: () => string | undefined
  readonly onWritten: () => void
}

export function createProfileEditor({ catalog, names, disk, inForce, onWritten }: Parts): ProfileEditor {
  /** The file is read again for every edit and once more before it is replaced, so that no edit by hand is lost. */
  const edit = (change: (draft: Draft) => void): void => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const before = currentText(disk, inForce)
      const draft = createDraft(before)
      for (const { id } of draft.file().profiles) complete(draft, catalog, names, id)
      change(draft)
      if (currentText(disk, inForce) !== before) continue
      disk.write(draft.text())
      onWritten()
      return
    }
    throw new HostError('CONFLICT', 'tools.json keeps changing.', { hint: 'Save your edits, then try again.' })
  }

  const known = (id: string): readonly CatalogEntry[] => {
    const entries = names.operations(id)
    if (entries.length > 0) return entries
    const near = names.near(id)
    const question = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
    throw new HostError('NOT_FOUND', `There is no tool "${id}".${question}`, { hint: 'All tools: upperhand tools ls' })
  }

  const add = (draft: Draft, profile: FileProfile): void => {
    if (draft.file().profiles.some(({ id }) => id === profile.id)) {
      throw new HostError('CONFLICT', `There is a profile "${profile.id}" already.`, {
        hint: 'Choose another id, or remove it first.',
      })
    }
    draft.add(['profiles'], profile)
  }

  return {
    setTool: (profile, toolId, isOn) => {
      const entries = known(toolId)
      edit((draft) => switchTools(draft, names, profile, entries, isOn))
    },
    setCategory: (profile, category, isOn) => edit((draft) => switchCategory(draft, catalog, profile, category, isOn)),
    setPermission: (profile, operationId, permission) => {
      const entries = known(operationId)
      edit((draft) => {
        for (const entry of entries) setPermission(draft, names, profile, entry, permission)
      })
    },
    setBounds: (profile, { level, paths }) =>
      edit((draft) => {
        if (level !== undefined) draft.setIn(profile, ['level'], level)
        if (paths !== undefined) draft.setIn(profile, ['paths'], paths)
      }),
    setActive: (id) =>
      edit((draft) => {
        if (!draft.profile(id).enabled) {
          throw new HostError('CONFLICT', `Profile "${id}" is disabled.`, {
            hint: 'Set "enabled": true for it in tools.json first.',
          })
        }
        draft.set(['activeProfile'], id)
      }),
    clone: (from, to, label) =>
      edit((draft) => {
        const stock = STOCK_PROFILES.find(({ id }) => id === from)
        const isThere = draft.file().profiles.some(({ id }) => id === from)
        const source = !isThere && stock !== undefined ? stockProfile(stock, catalog) : draft.profile(from)
        const copy = {
          ...plain(source),
          id: checkedId(to),
          label: label ?? (from === to ? source.label : to),
          enabled: true,
        }
        add(draft, from === to ? { ...copy, stock: source.stock } : copy)
      }),
    remove: (id) =>
      edit((draft) => {
        const index = draft.indexOf(id)
        if (draft.file().activeProfile === id) {
          throw new HostError('CONFLICT', `Profile "${id}" is the active one.`, {
            hint: 'Make another one active first: upperhand profile use <id>',
          })
        }
        draft.remove(['profiles', index])
      }),
    importProfile: (text, as) => {
      const profiles = profilesOf(text)
      if (as !== undefined && profiles.length > 1) {
        throw new HostError(
          'INVALID_PARAMETERS',
          `The file has ${profiles.length} profiles; one new id cannot name them all.`,
        )
      }
      const imported = profiles.map((profile) => ({ ...plain(profile), id: checkedId(as ?? profile.id) }))
      edit((draft) => {
        for (const profile of imported) add(draft, profile)
        for (const { id } of imported) complete(draft, catalog, names, id)
      })
      return imported.map(({ id }) => id)
    },
  }
}

function profilesOf(text: string): readonly FileProfile[] {
  const parsed = parseToolsFile(text)
  if (parsed.ok) return parsed.file.profiles
  const { line, column } = parsed.place
  throw new HostError(
    'INVALID_PARAMETERS',
    `This is not a tools.json: line ${line}, column ${column}: ${parsed.reason}`,
    {
      hint: 'It needs version, activeProfile and profiles; upperhand profile export shows one.',
    },
  )
}

function currentText(disk: ToolsFileOnDisk, inForce: () => string | undefined): string {
  const file = disk.read()
  const text = file.kind === 'text' ? file.text : file.kind === 'missing' ? inForce() : undefined
  if (text !== undefined) return text
  throw new HostError(
    'UNAVAILABLE',
    `tools.json ${file.kind === 'unreadable' ? `cannot be read: ${file.reason}` : 'is missing'}.`,
    {
      hint: 'Restore it, or restart upperhand to begin with the stock profiles.',
    },
  )
}

/** New operations appear in the file: as the stock definition has them where it is followed, switched off elsewhere. */
function complete(draft: Draft, catalog: Catalog, names: Names, id: string): void {
  const stock = followedStock(draft.profile(id))
  if (stock === undefined) {
    addUnmentioned(draft, catalog, names, id)
    return
  }
  refreshStock(draft, id, stockProfile(stock, catalog))
  const mark = fingerprint(draft.profile(id))
  if (draft.profile(id).stock !== mark) draft.setIn(id, ['stock'], mark)
}

/** Without the copies of descriptions and schemas that a file may carry, and without the mark of a stock profile. */
function plain({ stock: _, categories, ...profile }: FileProfile): FileProfile {
  return {
    ...profile,
    categories: categories.map((category) => ({
      ...category,
      tools: category.tools.map(({ id, label, enabled }) => ({
        id,
        ...(label === undefined ? {} : { label }),
        enabled,
      })),
    })),
  }
}

function checkedId(id: string): string {
  if (profileIdSchema.safeParse(id).success) return id
  throw new HostError('INVALID_PARAMETERS', `"${oneLine(id, 80)}" cannot be the id of a profile.`, {
    hint: 'Letters, digits, dots, dashes and underscores, at most 64, for example my-agent.',
  })
}
