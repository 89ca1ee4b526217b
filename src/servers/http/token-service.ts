import type { Credentials } from '../../access/credentials.ts'
import type { Tokens } from '../../access/tokens.ts'
import { HostError } from '../../base/host-error.ts'
import type { Events } from '../../events/events.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import type { TokenService } from './routes/tokens.ts'

interface Parts {
  readonly tokens: Tokens
  readonly credentials: Pick<Credentials, 'rotateAgentToken'>
  readonly profiles: Pick<Profiles, 'list'>
  readonly events: Pick<Events, 'note'>
  readonly endCredential: (credential: string) => void
}

/** Named tokens, and the one in the file `token` that clients use by default. */
export function createTokenService({ tokens, credentials, profiles, events, endCredential }: Parts): TokenService {
  return {
    list: tokens.list,
    rotate: tokens.rotate,
    revoke: tokens.revoke,
    add: (token, by) => {
      const known = profiles.list().map(({ id }) => id)
      if (token.profile !== null && !known.includes(token.profile)) {
        throw new HostError('NOT_FOUND', `There is no profile "${token.profile}".`, {
          hint: `Profiles: ${known.join(', ')}.`,
        })
      }
      return tokens.add(token, by)
    },
    rotateFile: (by) => {
      credentials.rotateAgentToken()
      endCredential('agent')
      events.note({ type: 'token.rotated', subject: 'agent', body: { by, label: 'token' } })
    },
  }
}
