import { join } from 'node:path'
import { type Check, missing, NO_CHECKS, type Plan, planned } from '../check.ts'
import type { Parse } from '../diagnostic.ts'
import { parseCargo } from '../parsers/json.ts'
import { parseCompiler } from '../parsers/lines.ts'
import { namedFiles, runsOf } from '../program.ts'
import type { Project } from '../project.ts'

interface Language {
  readonly name: string
  /** The file that says a directory is a project of this language. */
  readonly sign: string
  readonly program: string
  readonly args: readonly string[]
  readonly parse: Parse
}

/** Each of these runs code of the project on its way: build scripts, macros, plugins, generated sources. */
const LANGUAGES: readonly Language[] = [
  { name: 'go vet', sign: 'go.mod', program: 'go', args: ['vet', './...'], parse: parseCompiler },
  {
    name: 'cargo check',
    sign: 'Cargo.toml',
    program: 'cargo',
    args: ['check', '--message-format=json', '--quiet', '--all-targets'],
    parse: parseCargo,
  },
  {
    name: 'swift build',
    sign: 'Package.swift',
    program: 'swift',
    args: ['build', '--build-tests'],
    parse: parseCompiler,
  },
]

export async function planCompiled(project: Project): Promise<Plan> {
  const plans = LANGUAGES.filter(({ sign }) => project.has(sign)).map(({ name, sign, program, args, parse }): Plan => {
    const found = project.installed(program)
    if (found === null) return missing(name, `The project has a ${sign}, but ${program} is not installed.`)
    return planned({
      name,
      ...runsOf(project, program, found, args),
      isHarmless: false,
      decides: [found, join(project.root, sign)],
      parse,
    })
  })
  return { checks: plans.flatMap(({ checks }) => checks), missing: plans.flatMap((plan) => plan.missing) }
}

const C = ['.c', '.cc', '.cpp', '.cxx', '.m', '.mm']

/** Not harmless: an `#include` can name any file, and what is wrong with it is shown. */
export async function planC(project: Project): Promise<Plan> {
  const files = await project.withEnding(C)
  if (files.length === 0) return NO_CHECKS
  const program = project.installed('clang') ?? project.installed('cc') ?? project.installed('gcc')
  if (program === null) return missing('cc', 'There are C or C++ files, but no compiler. Install clang or gcc.')
  const args = [
    '-fsyntax-only',
    '-Wall',
    '-I.',
    '-Iinclude',
    '-Isrc',
    '-fno-diagnostics-color',
    '-fdiagnostics-show-option',
  ]
  const check: Check = {
    name: 'cc',
    ...runsOf(project, 'cc', program, [...args, ...namedFiles(project, files)]),
    isHarmless: false,
    decides: [program],
    parse: parseCompiler,
  }
  return planned(check)
}
