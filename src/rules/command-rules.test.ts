import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandWorld } from '../../test/support/command-world.ts'
import { newRule } from '../../test/support/new-rule.ts'
import type { Resource } from '../contract/resources.ts'
import type { NewRule } from '../contract/rules.ts'
import { candidatesFor } from './candidates.ts'
import { compileRule } from './match-rule.ts'

const world = commandWorld()
afterAll(() => world[Symbol.dispose]())

const PROJECT = world.world.workspace

async function resourcesOf(command: string): Promise<Resource[]> {
  const { command: first, others } = await world.touch(command)
  return [first, ...others].map(({ resource }) => resource)
}

async function isCovered(rules: readonly NewRule[], command: string): Promise<boolean> {
  const compiled = rules.map((rule) => compileRule(rule))
  const subject = { operation: 'shell.exec', profile: '', client: '', runId: '', workdir: PROJECT }
  const resources = (await resourcesOf(command)).filter(
    (resource) => !(resource.kind === 'command' && resource.effect === 'read-only') && !isInside(resource),
  )
  return resources.every((resource) => compiled.some(({ matches }) => matches({ ...subject, resource }, 0)))
}

/** What nobody is asked about. */
function isInside(resource: Resource): boolean {
  return resource.kind === 'path' && resource.zone === 'inside' && resource.access === 'read'
}

/** The rules that a person gets who chooses "the same kind" on the card of this command. */
async function rulesFrom(command: string): Promise<readonly NewRule[]> {
  const resources = await resourcesOf(command)
  const risk = { tier: 'medium', reasons: [] } as const
  const offered = candidatesFor({ operation: 'shell.exec', profile: 'p', cwd: PROJECT, resources, risk })
  return (offered[1] ?? offered[0])?.rules.map((rule) => ({ ...rule, where: {} })) ?? []
}

type Row = readonly [sentence: string, rule: string, command: string, isCovered: boolean]

const ALLOWED: readonly Row[] = [
  ['the same command', 'npm test', 'npm test', true],
  ['another file to test is the same kind', 'npm test', 'npm test -- src/a.test.ts', true],
  ['a time limit changes nothing', 'npm test', 'timeout 60 npm test', true],
  ['a shell around it changes nothing', 'npm test', 'bash -c "npm test"', true],
  ['a variable that changes nothing', 'npm test', 'CI=1 npm test', true],
  ['output merged and thrown away', 'npm test', 'npm test 2>&1 >/dev/null', true],
  ['output into a file does not ride along', 'npm test', 'npm test > src/a.ts', false],
  ['output into a start-up file does not ride along', 'npm test', 'npm test > ~/.bashrc', false],
  ['appended output does not ride along', 'npm test', 'npm test >> src/a.ts', false],
  ['errors into a file do not ride along', 'npm test', 'npm test 2> src/a.ts', false],
  ['input from a file does not ride along', 'npm test', 'npm test < src/a.ts', false],
  ['the redirection that was shown is covered', 'npm test > out.txt', 'npm test > out.txt', true],
  ['another one is not', 'npm test > out.txt', 'npm test > other.txt', false],
  ['a variable that may change anything', 'npm test', 'CC=./evil npm test', false],
  ['another machine', 'npm test', 'ssh prod npm test', false],
  ['a container', 'npm test', 'docker exec c npm test', false],
  ['words from elsewhere', 'npm test', 'echo x | xargs npm test', false],
  ['another script', 'npm run build', 'npm run deploy', false],
  ['another flag', 'git add src', 'git add --force src', false],
  ['a second command', 'npm test', 'npm test; npm publish', false],
  ['a command in a word', 'npm test', 'npm test $(npm publish)', false],
  ['who may read may not write', 'cat ../outside/secret', 'cp src/a.ts ../outside/secret', false],
]

describe('a rule from a card, the same kind', () => {
  it.each(ALLOWED)('%s: %s covers %s? %s', async (_sentence, from, command, covered) => {
    expect(await isCovered(await rulesFrom(from), command)).toBe(covered)
  })
})

const git = (match: object) =>
  newRule({ effect: 'deny', operation: '*', match: { command: { program: 'git', ...match } } })
const DENIED: readonly (readonly [sentence: string, rule: NewRule, command: string, isDenied: boolean])[] = [
  ['what it names', git({ subcommand: ['push'] }), 'git push', true],
  ['with words behind it', git({ subcommand: ['push'] }), 'git push origin main', true],
  ['in a wrapper', git({ subcommand: ['push'] }), 'timeout 9 git push', true],
  ['on another machine', git({ subcommand: ['push'] }), 'ssh host git push', true],
  ['with output into a file', git({ subcommand: ['push'] }), 'git push > x', true],
  ['among others', git({ subcommand: ['push'] }), 'ls && (git push)', true],
  ['something else', git({ subcommand: ['push'] }), 'git pull', false],
  [
    'the flag it names, beside others',
    git({ subcommand: ['commit'], flags: ['--amend'] }),
    'git commit -a --amend',
    true,
  ],
  ['without the flag it names', git({ subcommand: ['commit'], flags: ['--amend'] }), 'git commit -a', false],
  [
    'the operand it names, beside others',
    git({ subcommand: ['push'], flags: '*', operands: ['main'] }),
    'git push origin main',
    true,
  ],
  ['without the operand', git({ subcommand: ['push'], flags: '*', operands: ['main'] }), 'git push origin dev', false],
  ['what may turn out to be it', git({ subcommand: ['push'], flags: ['--force'] }), 'git push $X', true],
  ['a subcommand that cannot be known', git({ subcommand: ['push'] }), 'git $X', true],
]

describe('a rule that denies', () => {
  it.each(DENIED)('%s', async (_sentence, rule, command, isDenied) => {
    const { matches } = compileRule(rule)
    const subject = { operation: 'shell.exec', profile: '', client: '', runId: '', workdir: PROJECT }
    const resources = await resourcesOf(command)
    expect(resources.some((resource) => matches({ ...subject, resource }, 0))).toBe(isDenied)
  })
})

describe('what a card offers', () => {
  const offered = (resources: readonly Resource[], cwd = PROJECT) =>
    candidatesFor({ operation: 'files.write', profile: 'p', cwd, resources, risk: { tier: 'medium', reasons: [] } })
  const paths = (candidates: ReturnType<typeof offered>) =>
    candidates.map(({ label, rules }) => `${label}: ${rules.map(({ match }) => match.path).join(' ')}`)
  const locate = (path: string, access: 'read' | 'write' = 'write') => world.world.locate(path, access).resource

  it.each([
    [
      'a file of the project',
      'src/a.ts',
      [
        'exactly this: src/a.ts',
        'the same kind in the same place: src/*',
        'everything like it in this project: src/**',
      ],
    ],
    [
      'a file beside it',
      '../outside/secret',
      ['exactly this: ../outside/secret', 'the same kind in the same place: ../outside/*'],
    ],
    ['the project itself', '.', ['exactly this: .']],
    ['the directory above', '..', ['exactly this: ..']],
    ['a file of the directory above', '../notes.txt', ['exactly this: ../notes.txt']],
  ])('%s: nothing wider than its name says, nothing above the project', (_sentence, path, expected) => {
    const absolute = expected.map((line) => {
      const [label = '', pattern = ''] = line.split(': ')
      return `${label}: ${join(PROJECT, pattern)}`
    })
    expect(paths(offered([locate(path)]))).toEqual(absolute)
  })

  it('goes no further than what was asked: reading is not writing', () => {
    const [narrow] = offered([locate('../outside/secret', 'read')])
    expect(narrow?.rules[0]?.match).toMatchObject({ access: 'read' })
  })

  it('has nothing for what cannot be told from its text', async () => {
    expect(offered(await resourcesOf('cat */../../outside/secret'))).toEqual([])
    expect(offered(await resourcesOf('eval "$X"'))).toEqual([])
  })
})
