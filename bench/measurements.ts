import type { Measurement } from './harness/bench.ts'
import { gateCost } from './measurements/gate-cost.ts'
import { httpCalls } from './measurements/http-calls.ts'
import { startUp } from './measurements/start-up.ts'
import { stdioCalls } from './measurements/stdio-calls.ts'

/** In the order of the report. */
export const MEASUREMENTS: readonly Measurement[] = [startUp, stdioCalls, httpCalls, gateCost]
