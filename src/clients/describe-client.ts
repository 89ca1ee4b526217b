import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { ClientView } from '../contract/clients.ts'
import { assertWritable, readConfigFile } from './config-file.ts'
import { readForEdit } from './edit-entry.ts'
import { findProgram } from './find-program.ts'
import type { Entry } from './format.ts'
import { isReadableAs } from './json-format.ts'
import { isEquivalent, outlineOf } from './outline.ts'
import type { Places } from './places.ts'
import { entryOf } from './plan-connect.ts'
import { type EntryFacts, isOurs, readEntry } from './read-entry.ts'
import type { Target } from './target.ts'

interface Parts {
  readonly target: Target
  readonly places: Places
  /** The entry as it would be written today, for a profile. */
  readonly expected: (profile: string | null) => Entry
}

type Registration = Pick<ClientView, 'state' | 'transport' | 'url' | 'profile' | 'problems'>

export function describeClient(parts: Parts): ClientView {
  const { client, file } = parts.target
  const programs = client.programs.flatMap((program) => findProgram(program, parts.places) ?? [])
  const evidence = [...programs, ...client.traces(parts.places).filter((path) => existsSync(path))]
  return { id: client.id, label: client.label, isDetected: evidence.length > 0, evidence, file, ...registration(parts) }
}

function registration(parts: Parts): Registration {
  try {
    return registrationIn(parts)
  } catch (cause) {
    if (cause instanceof HostError) return unreadable(cause.message)
    throw cause
  }
}

function registrationIn({ target, expected }: Parts): Registration {
  const file = readConfigFile(target.file)
  const text = file.found?.text ?? ''
  const read = readForEdit(target.format, text, target.place)
  if (!read.ok) return unreadable(read.reason)
  const entry = entryOf(read.outline, target)
  if (entry === undefined) return { state: 'not_connected', transport: null, url: null, profile: null, problems: [] }
  const facts = readEntry(entry)
  const { transport, url, profile } = facts
  if (!isOurs(entry)) {
    return { state: 'foreign', transport, url, profile, problems: ['Another server has the name "upperhand".'] }
  }
  const isCurrent = transport === 'http' || holds(entry, expected(profile))
  const problems = [...missingPrograms(facts), ...dialectProblems(target, text), ...writeProblems(file)]
  return { state: isCurrent ? 'connected' : 'outdated', transport, url, profile, problems }
}

function unreadable(reason: string): Registration {
  return { state: 'unreadable', transport: null, url: null, profile: null, problems: [reason] }
}

/** A person may have added keys of their own. */
function holds(entry: Entry, expected: Entry): boolean {
  return Object.entries(expected).every(([key, value]) => isEquivalent(outlineOf(entry[key]), outlineOf(value)))
}

function missingPrograms({ transport, words }: EntryFacts): string[] {
  if (transport !== 'stdio') return []
  const [program, script] = words
  return [program, script]
    .filter((word) => word !== undefined && isAbsolute(word) && !existsSync(word))
    .map((path) => `${path} is gone: connect it again.`)
}

function dialectProblems({ client: { label, syntax } }: Target, text: string): string[] {
  if (syntax.format !== 'json' || isReadableAs(syntax.dialect, text)) return []
  return [`${label} cannot read this file: it has comments or trailing commas.`]
}

function writeProblems(file: Parameters<typeof assertWritable>[0]): string[] {
  try {
    assertWritable(file)
    return []
  } catch (cause) {
    return cause instanceof HostError ? [cause.message] : []
  }
}
