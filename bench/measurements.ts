import type { Measurement } from './harness/bench.ts'
import { commandAnalysis } from './measurements/command-analysis.ts'
import { fileWindows } from './measurements/file-windows.ts'
import { filesAndSearch } from './measurements/files-and-search.ts'
import { gateCost } from './measurements/gate-cost.ts'
import { growth } from './measurements/growth.ts'
import { httpCalls } from './measurements/http-calls.ts'
import { indexing } from './measurements/indexing.ts'
import { manyCalls } from './measurements/many-calls.ts'
import { memory } from './measurements/memory.ts'
import { remembering } from './measurements/remembering.ts'
import { retrieval } from './measurements/retrieval.ts'
import { startUp } from './measurements/start-up.ts'
import { stdioCalls } from './measurements/stdio-calls.ts'
import { terminals } from './measurements/terminals.ts'
import { toolLists } from './measurements/tool-lists.ts'
import { writes } from './measurements/writes.ts'

/** In the order of the report. */
export const MEASUREMENTS: readonly Measurement[] = [
  startUp,
  stdioCalls,
  fileWindows,
  writes,
  filesAndSearch,
  httpCalls,
  manyCalls,
  gateCost,
  commandAnalysis,
  terminals,
  retrieval,
  remembering,
  indexing,
  growth,
  memory,
  toolLists,
]
