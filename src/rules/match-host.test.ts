import { expect, it } from 'vitest'
import type { Resource } from '../contract/resources.ts'
import { type NewRule, newRuleSchema } from '../contract/rules.ts'
import { assertExamples } from './examples.ts'
import { compileRule } from './match-rule.ts'

const open = { class: 'none', reason: null } as const
const url = (host: string): Resource => ({
  kind: 'url',
  url: `https://${host}/`,
  host,
  protection: open,
  identity: host,
})
const command = (...hosts: string[]): Resource => ({
  kind: 'command',
  text: 'curl',
  program: 'curl',
  subcommand: [],
  flags: [],
  operands: [],
  extras: [],
  isCertain: true,
  hosts,
  effect: 'network',
  protection: open,
  identity: 'curl',
})
const curl = { command: { program: 'curl', flags: '*' } } as const
const rule = (effect: NewRule['effect'], match: object): NewRule =>
  newRuleSchema.parse({ effect, operation: '*', match })

it.each([
  ['allows its own host', 'allow', { host: 'example.com' }, url('example.com'), true],
  ['allows no host below it', 'allow', { host: 'example.com' }, url('a.example.com'), false],
  ['allows no host that ends alike', 'allow', { host: 'example.com' }, url('notexample.com'), false],
  ['allows what is below a star', 'allow', { host: '*.example.com' }, url('a.b.example.com'), true],
  ['does not allow the name itself below a star', 'allow', { host: '*.example.com' }, url('example.com'), false],
  ['allows no other port', 'allow', { host: 'example.com' }, url('example.com:8080'), false],
  ['allows the port it names', 'allow', { host: 'example.com:8080' }, url('example.com:8080'), true],
  ['allows no command by the host alone', 'allow', { host: 'example.com' }, command('example.com'), false],
  ['allows a named command to that host', 'allow', { ...curl, host: 'example.com' }, command('example.com'), true],
  [
    'allows it to no other host besides',
    'allow',
    { ...curl, host: 'example.com' },
    command('example.com', 'b.com'),
    false,
  ],
  ['allows it to no unknown host', 'allow', { ...curl, host: 'example.com' }, command(), false],
  ['denies on any port', 'deny', { host: 'example.com' }, url('example.com:8080'), true],
  ['denies the name itself below a star', 'deny', { host: '*.example.com' }, url('example.com'), true],
  [
    'denies a command that names it among others',
    'deny',
    { host: 'example.com' },
    command('b.com', 'example.com'),
    true,
  ],
  ['denies no other host', 'deny', { host: 'example.com' }, url('example.org'), false],
  ['is about no file', 'deny', { host: 'example.com' }, null, false],
] as const)('a rule about a host %s', (_what, effect, match, resource, isMatch) => {
  const subject = { operation: 'web_operations.fetch', resource, profile: '', client: '', runId: '', workdir: '' }
  expect(compileRule(rule(effect, match)).matches(subject, 0)).toBe(isMatch)
})

it('is checked by its examples', () => {
  const given = { effect: 'allow', operation: '*', match: { host: '*.example.com' } }
  const with_ = (examples: object) => newRuleSchema.parse({ ...given, examples })
  const check = (examples: object) => () => assertExamples(with_(examples), () => [])
  expect(
    check({ match: ['https://a.example.com/x', 'b.example.com'], not: ['https://example.com.evil.org/'] }),
  ).not.toThrow()
  expect(check({ match: ['https://example.org'] })).toThrow(/does not match/)
})

it.each(['https://example.com', 'exa mple.com', '*', 'a.*.com', 'example.com/path', ''])('%j is no host', (host) => {
  expect(newRuleSchema.safeParse({ effect: 'deny', operation: '*', match: { host } }).success).toBe(false)
})
