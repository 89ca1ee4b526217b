import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { z } from 'zod'
import { type Check, missing, NO_CHECKS, type Plan, planned } from '../check.ts'
import type { Parse } from '../diagnostic.ts'
import { parseBiome, parseEslint } from '../parsers/json.ts'
import { createTscParser } from '../parsers/lines.ts'
import { namedFiles, runsOf } from '../program.ts'
import type { Project } from '../project.ts'

const SCRIPTS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

/** The project's own compiler; it also checks JavaScript where the configuration says so. */
export async function planTypeScript(project: Project): Promise<Plan> {
  const config = ['tsconfig.json', 'jsconfig.json'].find(project.has)
  const alone = config === undefined ? project.files.filter((file) => /\.[mc]?tsx?$/.test(file)) : []
  if (config === undefined && alone.length === 0) return NO_CHECKS
  const program = project.ownProgram('tsc') ?? project.installed('tsc')
  if (program === null) {
    return missing('tsc', 'TypeScript is not installed. Add typescript to the project and install its packages.')
  }
  const how = config === undefined ? ['--skipLibCheck', ...namedFiles(project, alone)] : argumentsFor(project, config)
  return planned(
    tool(project, 'tsc', program, [...how, '--pretty', 'false'], {
      decides: config === undefined ? [] : [config],
      parse: createTscParser(config ?? alone[0] ?? ''),
    }),
  )
}

const referencing = z.looseObject({ references: z.array(z.unknown()).min(1) })

/** A configuration that only refers to others is built, without output, in their order. */
function argumentsFor(project: Project, config: string): string[] {
  const isReferring = referencing.safeParse(parse(project.read(config) ?? '', [], { allowTrailingComma: true })).success
  return isReferring ? ['--build', config, '--noEmit'] : ['--noEmit', '--project', config]
}

const ESLINT = [
  ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`),
  ...['', '.js', '.cjs', '.json', '.yml', '.yaml'].map((ending) => `.eslintrc${ending}`),
]

export async function planEslint(project: Project): Promise<Plan> {
  const config = ESLINT.find(project.has)
  if (config === undefined) return NO_CHECKS
  const program = project.ownProgram('eslint') ?? project.installed('eslint')
  if (program === null)
    return missing('eslint', 'ESLint is configured but not installed. Install the packages of the project.')
  const files = scriptsOf(project)
  if (files === null) return NO_CHECKS
  return planned(
    tool(project, 'eslint', program, ['--format', 'json', ...files], { decides: [config], parse: parseEslint }),
  )
}

export async function planBiome(project: Project): Promise<Plan> {
  const config = ['biome.json', 'biome.jsonc'].find(project.has)
  if (config === undefined) return NO_CHECKS
  const program = project.ownProgram('biome') ?? project.installed('biome')
  if (program === null)
    return missing('biome', 'Biome is configured but not installed. Install the packages of the project.')
  const files = scriptsOf(project)
  if (files === null) return NO_CHECKS
  return planned(
    tool(project, 'biome', program, ['lint', '--reporter=json', ...files], { decides: [config], parse: parseBiome }),
  )
}

/** Null when files were named, and none of them is a script. */
function scriptsOf(project: Project): string[] | null {
  if (project.files.length === 0) return ['.']
  const files = project.files.filter((file) => SCRIPTS.some((ending) => file.endsWith(ending)))
  return files.length === 0 ? null : namedFiles(project, files)
}

function tool(
  project: Project,
  name: string,
  program: string,
  args: readonly string[],
  { decides, parse: parser }: { decides: readonly string[]; parse: Parse },
): Check {
  return {
    name,
    ...runsOf(project, name, program, args),
    isHarmless: false,
    decides: [program, ...decides.map((file) => join(project.root, file))],
    parse: parser,
  }
}
