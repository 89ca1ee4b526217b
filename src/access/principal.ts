/** Who a request comes from. Made from the credential alone, never from anything else the client sends. */
export interface Principal {
  readonly kind: 'agent' | 'person'
  /** Names the credential, stable over restarts. Not the secret. */
  readonly credential: string
  /** Set when the credential is good for one profile only. */
  readonly profile: string | null
  /** What people call the credential, where it has a name. */
  readonly label?: string
}
