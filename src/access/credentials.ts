import { hash, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import type { Redact } from '../base/redact.ts'
import type { Principal } from './principal.ts'
import { openSecretFile, replaceSecretFile } from './secret-file.ts'

export const TOKEN_FILE = 'token'
export const PERSON_KEY_FILE = 'person.key'

/** Of the token in the data directory, which every local client reads. */
export const SHARED_CREDENTIAL = 'agent'

const AGENT: Principal = { kind: 'agent', credential: SHARED_CREDENTIAL, profile: null }
const PERSON: Principal = { kind: 'person', credential: 'cli', profile: null }

export interface Credentials {
  readonly verify: Verify
  /** Whether a text is one of our secrets: it has no business in an address. */
  readonly isSecret: (text: string) => boolean
  /** What an agent's client is configured with, as of now. */
  readonly agentToken: string
  /** Replaces the file `token`; the old one counts no longer. */
  readonly rotateAgentToken: () => string
}

/** Undefined is nobody. It is also asked when no bearer was presented. */
export type Verify = (bearer: string | undefined) => Principal | undefined

interface Parts {
  readonly directory: string
  readonly redact: Redact
}

/** Agents and people have different secrets, so that no agent has a route to a decision. */
export function createCredentials({ directory, redact }: Parts): Credentials {
  let agentToken = openSecretFile(join(directory, TOKEN_FILE))
  const personKey = openSecretFile(join(directory, PERSON_KEY_FILE))
  redact.know(agentToken)
  redact.know(personKey)
  let agentDigest = digest(agentToken)
  const personDigest = digest(personKey)

  const verify: Verify = (bearer) => {
    if (bearer === undefined) return undefined
    const presented = digest(bearer)
    const isAgent = timingSafeEqual(presented, agentDigest)
    const isPerson = timingSafeEqual(presented, personDigest)
    // Someone who copies one secret over the other must not turn agents into people.
    if (isAgent) return AGENT
    return isPerson ? PERSON : undefined
  }
  return {
    verify,
    isSecret: (text) => verify(text) !== undefined,
    get agentToken() {
      return agentToken
    },
    rotateAgentToken: () => {
      agentToken = replaceSecretFile(join(directory, TOKEN_FILE))
      agentDigest = digest(agentToken)
      redact.know(agentToken)
      return agentToken
    },
  }
}

interface Named {
  readonly verify: Verify
  readonly isSecret: (text: string) => boolean
}

/** The files' credentials and the named ones as one door. */
export function joinCredentials(files: Named, named: Named): Named {
  return {
    verify: (bearer) => files.verify(bearer) ?? named.verify(bearer),
    isSecret: (text) => files.isSecret(text) || named.isSecret(text),
  }
}

function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
