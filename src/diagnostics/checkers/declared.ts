import { type Check, NO_CHECKS, type Plan, planned } from '../check.ts'
import type { Parse } from '../diagnostic.ts'
import { parseBiome, parseEslint } from '../parsers/json.ts'
import { byLine, createTscParser, parseCompiler } from '../parsers/lines.ts'
import { runsOf } from '../program.ts'
import type { Project } from '../project.ts'

/** A checker that a person declared in settings.json. */
export interface DeclaredChecker {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** The file or directory in the root of a project that it is for; without it, for all. */
  readonly when?: string | undefined
  /** One of the known forms, or a regular expression with named groups. */
  readonly matcher: string
}

const FORMS: ReadonlyMap<string, Parse> = new Map([
  ['gcc', parseCompiler],
  ['tsc', createTscParser('.')],
  ['eslint-json', parseEslint],
  ['biome-json', parseBiome],
])

export function planDeclared(project: Project, declared: readonly DeclaredChecker[]): Plan {
  const plans = declared
    .filter(({ when }) => when === undefined || project.has(when))
    .map(({ name, command: [wanted, ...args], matcher }): Plan => {
      const program = wanted.startsWith('/') ? wanted : (project.ownProgram(wanted) ?? project.installed(wanted))
      if (program === null) return { ...NO_CHECKS, missing: [{ name, reason: `${wanted} is not installed.` }] }
      const check: Check = {
        name,
        ...runsOf(project, wanted, program, args),
        isHarmless: false,
        decides: [program],
        parse: FORMS.get(matcher) ?? byLine(new RegExp(matcher)),
      }
      return planned(check)
    })
  return { checks: plans.flatMap(({ checks }) => checks), missing: plans.flatMap(({ missing }) => missing) }
}
