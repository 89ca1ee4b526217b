import type { GrantView } from '../contract/approvals.ts'
import type { RuleView } from '../contract/rules.ts'
import { aboutWhat } from '../rules/rule-text.ts'
import type { Api } from './api.ts'
import { grantLines } from './ask-list.ts'
import { byPrefix } from './by-prefix.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { APPROVAL_ID } from './find-approval.ts'
import { shown } from './output.ts'

export const grantsCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'grants',
    summary: 'List what has been allowed for longer than once.',
    examples: ['upperhand ask grants'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const standing = await allStanding(api)
    output.answer(standing, () => grantLines(standing.grants, standing.rules, Date.now()))
  })

export const revokeCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'revoke',
    summary: 'Take a grant or a rule back.',
    examples: ['upperhand ask revoke grant_1a2b3c'],
  })
    .argument(...APPROVAL_ID)
    .action(async (id: string, _options, command) => {
      const { api, output } = toolsOf(context, command)
      const { grants: given, rules } = await allStanding(api)
      const found = byPrefix([...given, ...rules], id, 'grant or rule')
      await api.remove(`/api/${found.id.startsWith('rule_') ? 'rules' : 'grants'}/${found.id}`)
      output.answer({ revoked: found.id }, () => [
        `Taken back: ${found.operation} on ${shown('match' in found ? aboutWhat(found) : (found.path ?? 'anything'))}.`,
      ])
    })

async function allStanding(api: Api): Promise<{ grants: GrantView[]; rules: RuleView[] }> {
  const { grants } = await api.get<{ grants: GrantView[] }>('/api/grants')
  const { rules } = await api.get<{ rules: RuleView[] }>('/api/rules')
  return { grants, rules }
}
