// Swaps the directory argv[2] with a link to argv[3], argv[4] times, as fast as it can. Ends with the directory in place.
// What others put in its place meanwhile is removed.
import { renameSync, rmSync, symlinkSync } from 'node:fs'

const [, , directory, target, times] = process.argv

function insist(step) {
  for (;;) {
    try {
      rmSync(directory, { recursive: true, force: true })
      return step()
    } catch (cause) {
      if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR'].includes(cause.code)) throw cause
    }
  }
}

process.stdout.write('ready\n')
for (let swap = 0; swap < Number(times); swap += 1) {
  renameSync(directory, `${directory}.aside`)
  insist(() => symlinkSync(target, directory))
  insist(() => renameSync(`${directory}.aside`, directory))
}
