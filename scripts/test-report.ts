import { z } from 'zod'

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Counts a vitest JSON report. A file that failed before any of its tests ran counts as one failure. */
export function countReport(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = reportSchema.parse(report)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** Everything that ran: the check and the suites. An exit code without a failed test is a failure of its own. */
export function total(counts: Counts, outcome: { readonly checkPassed: boolean; readonly exitCode: number }): Counts {
  const unexplained = outcome.exitCode !== 0 && counts.failed === 0 ? 1 : 0
  return {
    passed: counts.passed + (outcome.checkPassed ? 1 : 0),
    failed: counts.failed + unexplained + (outcome.checkPassed ? 0 : 1),
    skipped: counts.skipped,
  }
}

export function isGood({ failed, skipped }: Counts, { isCi }: { readonly isCi: boolean }): boolean {
  return failed === 0 && (skipped === 0 || !isCi)
}

export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
