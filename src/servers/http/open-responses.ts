interface Closable {
  readonly once: (event: 'close', listener: () => void) => unknown
  readonly destroy: () => unknown
}

/** The answers that are still being given, by credential. */
export interface OpenResponses {
  readonly track: (credential: string, response: Closable) => void
  /** Cuts them off: whoever reads them no longer may. */
  readonly endCredential: (credential: string) => void
}

export function createOpenResponses(): OpenResponses {
  const open = new Map<string, Set<Closable>>()
  return {
    track: (credential, response) => {
      const responses = open.get(credential) ?? new Set()
      open.set(credential, responses.add(response))
      response.once('close', () => {
        responses.delete(response)
        if (responses.size === 0 && open.get(credential) === responses) open.delete(credential)
      })
    },
    endCredential: (credential) => {
      for (const response of [...(open.get(credential) ?? [])]) response.destroy()
    },
  }
}
