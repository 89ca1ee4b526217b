import { HostError } from '../base/host-error.ts'
import type { Profile } from '../contract/policy.ts'
import type { ToolsFileProblem } from '../contract/tools-file.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { fileId } from './stock-profile.ts'

/** The answer to a call of a tool that the profile does not have. What is wrong with tools.json is told with it. */
export function disabledError(
  entry: CatalogEntry,
  profile: Pick<Profile, 'id'>,
  problems: readonly ToolsFileProblem[] = [],
): HostError {
  const id = fileId(entry)
  const broken = problems.find(({ severity }) => severity === 'error')
  const reason = broken === undefined ? '' : ` ${broken.message}`
  return new HostError('TOOL_DISABLED', `Tool ${id} is disabled in profile ${profile.id}.${reason}`, {
    hint: `A person can enable it: upperhand tools on ${id} --profile ${profile.id}`,
    details: { tool: entry.id, profile: profile.id },
  })
}
