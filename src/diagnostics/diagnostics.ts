import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { createAnswers } from './answers.ts'
import type { Check, MissingCheck, Plan } from './check.ts'
import type { DeclaredChecker } from './checkers/declared.ts'
import type { Diagnostic } from './diagnostic.ts'
import { identityOf, planChecks } from './plan-checks.ts'
import { createProject } from './project.ts'
import { type Ran, runCheck } from './run-check.ts'

/** What a check did, for the one who asked. */
export interface CheckReport {
  readonly name: string
  readonly status: 'ran' | 'cached' | 'failed' | 'timeout' | 'missing'
  readonly command: string | null
  /** Why it failed, or what to install. */
  readonly note: string | null
}

export interface Findings {
  readonly diagnostics: readonly Diagnostic[]
  readonly reports: readonly CheckReport[]
}

export interface PlannedChecks extends Plan {
  readonly root: string
  readonly files: readonly string[]
}

interface PlanRequest {
  readonly root: string
  readonly top: string
  readonly files: readonly string[]
  readonly read: (name: string) => string | null
  readonly find: (glob: string) => Promise<readonly string[]>
}

interface RunRequest {
  /** The directory itself, to start in. */
  readonly directory: string
  /** The state of everything the checks may read, or null where it is too much to know. */
  readonly state: () => Promise<string | null>
  readonly isShown: (path: string) => boolean
  readonly signal: AbortSignal
  readonly progress: (message: string) => void
}

/** Finds out what is wrong with a project by asking its checkers. */
export interface Diagnostics {
  readonly plan: (request: PlanRequest) => Promise<PlannedChecks>
  readonly run: (planned: PlannedChecks, request: RunRequest) => Promise<Findings>
  readonly identity: (root: string, check: Check) => string
  /** The state of what decides a check: its program and its configuration. */
  readonly fingerprint: (check: Check) => string
}

interface Parts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly declared: () => readonly DeclaredChecker[]
  readonly now: () => number
  readonly timeMs: () => number
}

export function createDiagnostics({ env, declared, now, timeMs }: Parts): Diagnostics {
  const answers = createAnswers(now)
  return {
    async plan({ root, top, files, read, find }) {
      const project = createProject({ root, top, files, env, read, find })
      return { root, files, ...(await planChecks(project, declared())) }
    },

    async run({ root, checks, missing, files }, { directory, state, isShown, signal, progress }) {
      const before = await state()
      const diagnostics: Diagnostic[] = []
      const reports: CheckReport[] = missing.map(missingReport)
      for (const check of checks) {
        const key =
          before === null
            ? null
            : hash(
                'sha256',
                JSON.stringify([identityOf(root, check), check.args, check.input, fingerprintOf(check), before]),
              )
        const known = key === null ? undefined : answers.get(key)
        progress(`Running ${check.name}`)
        const ran = known ?? (await runCheck(check, { directory, env, signal, timeMs: timeMs() }))
        const found = findingsOf(root, check, ran)
        const report = reportOf(check, ran, found.length)
        if (known === undefined && key !== null && report.status === 'ran') answers.set(key, ran)
        reports.push(known === undefined ? report : { ...report, status: 'cached' })
        diagnostics.push(...found.filter(({ file }) => isShown(file) && (files.length === 0 || files.includes(file))))
      }
      return { diagnostics: diagnostics.sort(byPlace), reports }
    },

    identity: identityOf,
    fingerprint: fingerprintOf,
  }
}

function findingsOf(root: string, { name, parse }: Check, { output, errors }: Ran): Diagnostic[] {
  const findings = parse(output)
  const all = findings.length === 0 ? parse(errors) : findings
  return all.map((finding) => ({
    ...finding,
    file: isAbsolute(finding.file) ? finding.file : resolve(root, finding.file),
    source: name,
  }))
}

const NOTE_CHARS = 600

function reportOf({ name, text }: Check, { code, ended, errors, output }: Ran, found: number): CheckReport {
  const report = { name, command: text, note: null }
  if (ended === 'time') return { ...report, status: 'timeout', note: 'It took too long and was ended.' }
  if (ended === 'output') return { ...report, status: 'failed', note: 'It printed too much and was ended.' }
  // Checkers end with an error when they found something; with nothing found it is they who failed.
  if (code === 0 || found > 0) return { ...report, status: 'ran' }
  const said = (errors.trim() || output.trim()).slice(-NOTE_CHARS)
  return { ...report, status: 'failed', note: said === '' ? `It ended with code ${code} and said nothing.` : said }
}

function missingReport({ name, reason }: MissingCheck): CheckReport {
  return { name, status: 'missing', command: null, note: reason }
}

function fingerprintOf({ decides }: Check): string {
  const states = decides.map((path) => {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stats === undefined
      ? `${path} -`
      : `${path} ${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
  })
  return hash('sha256', states.join('\n'))
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
