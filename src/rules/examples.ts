import { HostError } from '../base/host-error.ts'
import type { CommandResource, PathResource, UrlResource } from '../contract/resources.ts'
import type { NewRule, RuleSubject } from '../contract/rules.ts'
import { compileRule } from './match-rule.ts'

/** Reads a command the way the gate does; a text that cannot be inspected gives commands without a program. */
export type ReadCommand = (text: string) => readonly CommandResource[]

/** A rule that does not do what its author wrote beside it is not saved. */
export function assertExamples(rule: NewRule, readCommand: ReadCommand): void {
  const { match, not } = rule.examples
  const matches = (text: string) => subjectsOf(rule, text, readCommand).some((subject) => isMatch(rule, subject))
  const missed = match.find((text) => !matches(text))
  if (missed !== undefined) throw broken(`The rule does not match "${missed}", which it should.`)
  const caught = not.find(matches)
  if (caught !== undefined) throw broken(`The rule matches "${caught}", which it should not.`)
}

function broken(message: string): HostError {
  return new HostError('INVALID_PARAMETERS', message, { hint: 'Change the rule or its examples; nothing was saved.' })
}

/** Examples are about what is touched: place and time are taken as given. */
function isMatch(rule: NewRule, subject: RuleSubject): boolean {
  return compileRule({ ...rule, where: {}, when: {}, expiresAt: null }).matches(subject, 0)
}

function subjectsOf(rule: NewRule, text: string, readCommand: ReadCommand): RuleSubject[] {
  const subject = (resource: RuleSubject['resource']): RuleSubject => ({
    operation: rule.operation.replace(/\*$/, 'example'),
    resource,
    profile: '',
    client: '',
    runId: '',
    workdir: '',
  })
  if (rule.match.command !== undefined) return readCommand(text).map(subject)
  return [subject(rule.match.host === undefined ? pathExample(text) : urlExample(text))]
}

function pathExample(path: string): PathResource {
  return {
    kind: 'path',
    path,
    given: path,
    access: 'read',
    zone: 'outside',
    protection: { class: 'none', reason: null },
    exists: true,
    identity: '',
  }
}

/** A whole address, or a host alone. */
function urlExample(text: string): UrlResource {
  const url = URL.parse(text) ?? URL.parse(`https://${text}/`)
  return {
    kind: 'url',
    url: url?.href ?? text,
    host: url?.host ?? text,
    protection: { class: 'none', reason: null },
    identity: text,
  }
}
