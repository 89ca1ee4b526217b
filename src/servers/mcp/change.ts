import type { McpServer } from '@modelcontextprotocol/server'

/** Something that clients may have kept is different now. */
export type Change =
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  | { readonly kind: 'resource'; readonly uri: string }

/** Says it to the client of one server. What a client did not ask for, the server does not send. */
export function tellClient(server: McpServer, change: Change, isSubscribed: (uri: string) => boolean): Promise<void> {
  const { server: protocol } = server
  switch (change.kind) {
    case 'tools':
      return protocol.sendToolListChanged()
    case 'prompts':
      return protocol.sendPromptListChanged()
    case 'resources':
      return protocol.sendResourceListChanged()
    case 'resource':
      return isSubscribed(change.uri) ? protocol.sendResourceUpdated({ uri: change.uri }) : Promise.resolve()
  }
}
