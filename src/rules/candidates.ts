import { dirname } from 'node:path'
import type { ApprovalView } from '../contract/approvals.ts'
import type { CommandResource, PathResource, Resource } from '../contract/resources.ts'
import type { NewRule, RuleCandidate } from '../contract/rules.ts'

type Card = Pick<ApprovalView, 'operation' | 'profile' | 'cwd' | 'resources' | 'risk'>

/** Programs that can do anything: a rule about the name alone would be a rule about everything. */
const ANYTHING = new Set(
  'sh bash zsh dash fish ksh python python3 node deno bun perl ruby php lua osascript pwsh curl wget ssh nc docker kubectl npx env xargs'.split(
    ' ',
  ),
)

/** Rules that would have let this call through, from narrow to broad. A critical call has none. */
export function candidatesFor(card: Card): RuleCandidate[] {
  if (card.risk.tier === 'critical') return []
  const widths: [label: string, widen: (resource: Resource) => NewRule['match'] | null][] = [
    ['exactly this', exact],
    ['the same kind in the same place', (resource) => sameKind(resource, card.cwd)],
    ['everything like it in this project', (resource) => sameProject(resource, card.cwd)],
  ]
  const candidates: RuleCandidate[] = []
  for (const [label, widen] of widths) {
    const rules = rulesFor(card, widen)
    if (rules === null) continue
    const text = JSON.stringify(rules)
    if (candidates.every((other) => JSON.stringify(other.rules) !== text)) candidates.push({ label, rules })
  }
  return candidates
}

function rulesFor(card: Card, widen: (resource: Resource) => NewRule['match'] | null): NewRule[] | null {
  if (card.resources.length === 0) return [ruleFor(card, {})]
  const matches = card.resources.map(widen)
  if (matches.some((match) => match === null)) return null
  return matches.map((match) => ruleFor(card, match ?? {}))
}

/** A rule is for the project the call was made in: what is right here may be wrong elsewhere. */
function ruleFor({ operation, profile, cwd }: Card, match: NewRule['match']): NewRule {
  return {
    effect: 'allow',
    operation,
    match,
    where: { profile, project: cwd },
    when: {},
    expiresAt: null,
    maxUses: null,
    message: null,
    examples: { match: [], not: [] },
  }
}

function exact(resource: Resource): NewRule['match'] | null {
  if (resource.kind === 'path') return pathMatch(resource, resource.path)
  if (resource.kind === 'url') return { host: resource.host }
  return commandMatch(resource, resource.flags, resource.operands)
}

function sameKind(resource: Resource, project: string): NewRule['match'] | null {
  if (resource.kind === 'command') return isAnything(resource) ? null : commandMatch(resource, resource.flags, '*')
  if (resource.kind === 'url') return null
  const directory = dirname(resource.path)
  return isTooWide(directory) || isAbove(directory, project) ? null : pathMatch(resource, `${directory}/*`)
}

function sameProject(resource: Resource, project: string): NewRule['match'] | null {
  if (resource.kind === 'path') return subtree(resource, project)
  if (resource.kind === 'url') return null
  const isNarrowEnough = resource.subcommand.length > 0 && !isAnything(resource) && resource.effect !== 'publish'
  return isNarrowEnough ? commandMatch(resource, '*', '*') : null
}

/** Everything below the directory it is in, as long as that is in the project. */
function subtree(resource: PathResource, project: string): NewRule['match'] | null {
  const directory = dirname(resource.path)
  if (directory !== project && !directory.startsWith(`${project}/`)) return null
  return isTooWide(directory) || isTooWide(dirname(directory)) ? null : pathMatch(resource, `${directory}/**`)
}

/** A rule that begins above the project would cover its neighbours. */
function isAbove(directory: string, project: string): boolean {
  return project !== directory && project.startsWith(directory === '/' ? '/' : `${directory}/`)
}

/** Names with pattern characters have no rule: it would match other names too. Who may read may not yet write. */
function pathMatch({ access }: PathResource, path: string): NewRule['match'] | null {
  const literal = path.replace(/\/\*{1,2}$/, '')
  return /[*?{}[\]]/.test(literal) ? null : { path, access }
}

function commandMatch(
  { program, subcommand, extras, isCertain }: CommandResource,
  flags: '*' | readonly string[],
  operands: '*' | readonly string[],
): NewRule['match'] | null {
  if (program === null || !isCertain) return null
  return {
    command: {
      program,
      subcommand: [...subcommand],
      flags: flags === '*' ? '*' : [...flags],
      operands: operands === '*' ? '*' : [...operands],
      extras: [...extras],
    },
  }
}

function isAnything({ program, effect }: CommandResource): boolean {
  return program === null || ANYTHING.has(program) || effect === 'publish'
}

/** The root, and directories directly below it. */
function isTooWide(directory: string): boolean {
  return directory.split('/').filter((name) => name !== '').length < 2
}
