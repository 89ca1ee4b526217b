import { join } from 'node:path'
import { type Check, missing, NO_CHECKS, type Plan, planned } from '../check.ts'
import { parseOwn, parsePyright, parseRuff } from '../parsers/json.ts'
import { namedFiles, runsOf } from '../program.ts'
import type { Project } from '../project.ts'

/** Reads names from its input and compiles each file in memory: nothing is imported, run or written. */
const SYNTAX = `
import json, sys
for name in sys.stdin.buffer.read().decode("utf-8", "surrogateescape").split("\\0"):
    try:
        with open(name, "rb") as file:
            compile(file.read(), name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        print(json.dumps({"file": name, "line": getattr(error, "lineno", None), "column": getattr(error, "offset", None), "message": getattr(error, "msg", None) or str(error), "code": type(error).__name__}))
    except (OSError, RecursionError, MemoryError):
        pass
`

/** Syntax by the interpreter always, more by ruff or pyright where they are installed. */
export async function planPython(project: Project): Promise<Plan> {
  const files = await project.withEnding(['.py', '.pyi'])
  if (files.length === 0) return NO_CHECKS
  const named = namedFiles(project, files)
  const python = project.installed('python3') ?? project.installed('python')
  const checks = [
    python === null ? null : syntaxCheck(python, named, files.length),
    byTool(project, 'ruff', ['check', '--output-format', 'json', '--no-cache', '--exit-zero'], named, parseRuff),
    byTool(project, 'pyright', ['--outputjson'], named, parsePyright),
  ].filter((check) => check !== null)
  if (checks.length > 0) return planned(...checks)
  return missing('python3', 'Python is not installed. Install python3, ruff or pyright.')
}

function syntaxCheck(python: string, named: readonly string[], count: number): Check {
  return {
    name: 'python',
    program: python,
    // -I -S: no path, no start-up file and no package of the project is looked at.
    args: ['-I', '-S', '-B', '-c', SYNTAX],
    text: `python3 -I -S -B: compile ${count === 1 ? (named[0] ?? '') : `${count} files`} in memory`,
    programName: 'python3',
    isHarmless: true,
    decides: [],
    input: named.join('\0'),
    parse: parseOwn,
  }
}

/** They read configuration of the project, which can name any file. */
function byTool(
  project: Project,
  name: string,
  args: readonly string[],
  named: readonly string[],
  parse: Check['parse'],
): Check | null {
  const program = project.ownProgram(name) ?? project.installed(name)
  if (program === null) return null
  const what = project.files.length === 0 ? ['.'] : named
  return {
    name,
    ...runsOf(project, name, program, [...args, ...what]),
    isHarmless: false,
    decides: [program, join(project.root, 'pyproject.toml')],
    parse,
  }
}
