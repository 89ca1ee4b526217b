import { addAt, type JsonPath, removeAt, setAt } from '../base/edit-json.ts'
import { HostError } from '../base/host-error.ts'
import type { FileProfile, ToolsFile } from '../contract/tools-file.ts'
import { parseToolsFile } from './parse-tools-file.ts'

/** The text of tools.json while it is being edited. Every step leaves a valid file and the person's comments. */
export interface Draft {
  readonly text: () => string
  readonly file: () => ToolsFile
  readonly profile: (id: string) => FileProfile
  readonly set: (path: JsonPath, value: unknown) => void
  readonly add: (path: JsonPath, value: unknown) => void
  readonly remove: (path: JsonPath) => void
  /** The same, with a path inside a profile. */
  readonly setIn: (id: string, path: JsonPath, value: unknown) => void
  readonly addIn: (id: string, path: JsonPath, value: unknown) => void
  readonly removeIn: (id: string, path: JsonPath) => void
  readonly indexOf: (id: string) => number
}

/** Throws CONFLICT for a text that is not a valid tools.json: what a person broke, a person mends. */
export function createDraft(start: string): Draft {
  let text = start
  let file = read(start)

  const apply = (next: string): void => {
    file = read(next)
    text = next
  }
  const indexOf = (id: string): number => {
    const index = file.profiles.findIndex((profile) => profile.id === id)
    if (index >= 0) return index
    throw new HostError('NOT_FOUND', `There is no profile "${id}" in tools.json.`, {
      hint: `Profiles: ${file.profiles.map((profile) => profile.id).join(', ')}.`,
    })
  }
  const inside = (id: string, path: JsonPath): JsonPath => ['profiles', indexOf(id), ...path]

  return {
    text: () => text,
    file: () => file,
    profile: (id) => file.profiles[indexOf(id)] as FileProfile,
    set: (path, value) => apply(setAt(text, path, value)),
    add: (path, value) => apply(addAt(text, path, value)),
    remove: (path) => apply(removeAt(text, path)),
    setIn: (id, path, value) => apply(setAt(text, inside(id, path), value)),
    addIn: (id, path, value) => apply(addAt(text, inside(id, path), value)),
    removeIn: (id, path) => apply(removeAt(text, inside(id, path))),
    indexOf,
  }
}

function read(text: string): ToolsFile {
  const parsed = parseToolsFile(text)
  if (parsed.ok) return parsed.file
  const { line, column } = parsed.place
  throw new HostError('CONFLICT', `tools.json has a mistake in line ${line}, column ${column}: ${parsed.reason}`, {
    hint: 'Correct it in the file first; upperhand does not overwrite it.',
  })
}
