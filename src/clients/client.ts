import type { Entry } from './format.ts'
import type { JsonDialect } from './json-format.ts'
import type { Places } from './places.ts'

/** The name of our entry in every client. */
export const NAME = 'upperhand'

/** How long a client should wait for a call: a person may take their time, and so may a build. */
export const CALL_TIMEOUT_S = 3_600
export const CALL_TIMEOUT_MS = CALL_TIMEOUT_S * 1_000

/** What a client starts. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** What a client calls instead. */
export interface Endpoint {
  readonly url: string
  readonly token: string
}

/** Everything there is to know about one client. Data: what is done with it is the same for all. */
export interface Client {
  readonly id: string
  readonly label: string
  /** Programs on the path that prove it is installed. */
  readonly programs: readonly string[]
  /** Files or directories that prove it. */
  readonly traces: (places: Places) => readonly string[]
  /** Where it reads its servers: the first that exists, else the first whose directory exists, else the first. */
  readonly files: (places: Places) => readonly string[]
  /** The file inside a project, if it reads one. */
  readonly projectFile: string | null
  readonly syntax: { readonly format: 'json'; readonly dialect: JsonDialect } | { readonly format: 'toml' | 'yaml' }
  readonly section: string
  /** What it writes into a new file by itself, so that a file we made can be told from one that is in use. */
  readonly emptyFile?: string
  readonly stdio: (launch: Launch) => Entry
  /** Null: it cannot call an address of this machine. */
  readonly http: ((endpoint: Endpoint) => Entry) | null
  readonly ownCli: OwnCli | null
  /** What a person has to do after connecting. */
  readonly afterwards: readonly string[]
  /** What its page says besides. */
  readonly notes: readonly string[]
  /** What the entry says about waiting, or why it says nothing. */
  readonly timeouts: string
  /** It asks before each call as well: how to be asked only once, by upperhand. */
  readonly oneGate: string | null
}

/** The client's own way to add a server. Used when a person asks for it; `flaw` says why not by itself. */
export interface OwnCli {
  readonly program: string
  readonly add: (launch: Launch, entry: Entry) => readonly string[]
  /** Null: it can add but not remove. */
  readonly remove: readonly string[] | null
  readonly flaw: string
}

/** Only what has something in it: an empty table in the entry says nothing. */
export function ifAny(key: string, values: Readonly<Record<string, string>>): Entry {
  return Object.keys(values).length === 0 ? {} : { [key]: values }
}

export function authorization({ token }: Endpoint): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${token}` }
}
