import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { type Client, NAME } from './client.ts'
import type { Format } from './format.ts'
import { json } from './json-format.ts'
import type { Place } from './outline.ts'
import type { Places } from './places.ts'
import type { Records } from './records.ts'
import { toml } from './toml-format.ts'
import { yaml } from './yaml-format.ts'

const FORMATS: Readonly<Record<Client['syntax']['format'], Format>> = { json, toml, yaml }

/** Where and how the entry of a client is written. */
export interface Target {
  readonly client: Client
  readonly file: string
  readonly format: Format
  readonly place: Place
}

export function targetOf(client: Client, file: string): Target {
  return { client, file, format: FORMATS[client.syntax.format], place: { section: client.section, name: NAME } }
}

/** The file of the person: the one we wrote to before, else the one that the client reads. */
export function personFile(client: Client, places: Places, records: Records): string {
  const files = client.files(places)
  const ours = records.of(client.id).map(({ file }) => file)
  const [first = ''] = files
  return (
    files.find((file) => ours.includes(file)) ??
    files.find((file) => existsSync(file)) ??
    files.find((file) => existsSync(dirname(file))) ??
    first
  )
}

export function projectFile(client: Client, project: string, { join }: Places): string {
  if (client.projectFile !== null) return join(project, ...client.projectFile.split('/'))
  throw new HostError('INVALID_PARAMETERS', `${client.label} reads no configuration from projects.`, {
    hint: `Leave --project out: upperhand connect ${client.id}`,
  })
}
