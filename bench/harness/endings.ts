/** What must not outlive the bench, however it ends. */
const endings = new Set<() => void>()

/** Calls `end` if the bench ends before the returned function is called. */
export function endWithBench(end: () => void): () => void {
  endings.add(end)
  return () => endings.delete(end)
}

process.once('exit', () => {
  for (const end of endings) end()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
