import { hash } from 'node:crypto'
import { canonicalJson } from '../base/canonical-json.ts'
import type { Resource } from '../contract/resources.ts'
import { type Caller, principalOf } from '../contract/run.ts'
import type { PreparedOperation } from '../tools/operation.ts'

const VERSION = 1

/** Names what will run: the operation, its exact arguments, what it touches in its present state, where and for whom. */
export function digestOf(
  operation: string,
  args: Readonly<Record<string, unknown>>,
  prepared: PreparedOperation,
  caller: Caller,
  workdirIdentity: string,
): string {
  const fingerprints = prepared.fingerprints()
  const plan = {
    version: VERSION,
    operation,
    args,
    workdir: workdirIdentity,
    principal: principalOf(caller),
    resources: prepared.resources.map((resource, index) => ({ ...essence(resource), state: fingerprints[index] })),
  }
  return `sha256:${hash('sha256', canonicalJson(plan))}`
}

function essence(resource: Resource): object {
  if (resource.kind === 'command') return { text: resource.text, identity: resource.identity }
  if (resource.kind === 'url') return { url: resource.url }
  return { path: resource.path, access: resource.access, identity: resource.identity }
}
