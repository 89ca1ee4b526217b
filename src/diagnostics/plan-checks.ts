import type { Check, Plan } from './check.ts'
import { planC, planCompiled } from './checkers/compiled.ts'
import { type DeclaredChecker, planDeclared } from './checkers/declared.ts'
import { planPython } from './checkers/python.ts'
import { planBiome, planEslint, planTypeScript } from './checkers/web.ts'
import type { Project } from './project.ts'

/** Which checks a project calls for, and which of them are not installed. Nothing is run. */
export async function planChecks(project: Project, declared: readonly DeclaredChecker[]): Promise<Plan> {
  const plans = [
    await planTypeScript(project),
    await planEslint(project),
    await planBiome(project),
    await planPython(project),
    await planCompiled(project),
    await planC(project),
    planDeclared(project, declared),
  ]
  return { checks: plans.flatMap(({ checks }) => checks), missing: plans.flatMap(({ missing }) => missing) }
}

/** What a check is, for the gate: the same program with the same options in the same place, whichever files it is told. */
export function identityOf(root: string, { programName, program, args }: Check): string {
  const options = args.filter((arg) => !arg.startsWith('./'))
  return JSON.stringify(['check', root, programName, program, options])
}
