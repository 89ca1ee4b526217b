import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { type Abilities, abilitiesOf } from './abilities.ts'
import type { AskClient } from './ask-client.ts'
import { isObject, type Params } from './json-rpc.ts'

/** How a client can wait for a person. */
export type Manners = LegacyManners | ModernManners

export interface LegacyManners {
  readonly era: 'legacy'
  /** There when the client can show forms. */
  readonly ask?: AskClient | undefined
}

export interface ModernManners {
  readonly era: 'modern'
  readonly abilities: Abilities
  readonly requestState?: string | undefined
  readonly inputResponses?: Readonly<Record<string, unknown>> | undefined
}

export const LEGACY: LegacyManners = { era: 'legacy' }

/** Null when the request is not plainly right. */
export function modernManners(meta: Params | undefined, returning: Params): ModernManners | null {
  const { requestState, inputResponses } = returning
  if (requestState !== undefined && typeof requestState !== 'string') return null
  if (inputResponses !== undefined && !isObject(inputResponses)) return null
  return { era: 'modern', abilities: abilitiesOf(meta?.[CLIENT_CAPABILITIES_META_KEY]), requestState, inputResponses }
}
