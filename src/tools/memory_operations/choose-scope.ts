import { HostError } from '../../base/host-error.ts'
import type { MemoryScope, ScopeKind } from '../../contract/memory.ts'
import type { CallerScopes } from '../../memory/scopes.ts'

/** The scope that was named, if this caller has it. */
export function chooseScope(scopes: CallerScopes, kind: ScopeKind): MemoryScope {
  const scope = scopes[kind]
  if (scope !== null) return scope
  throw new HostError('NOT_FOUND', 'This run is not attached to a topic.', {
    hint: 'A person attaches it: upperhand topic attach. Without that, use project or run.',
  })
}
