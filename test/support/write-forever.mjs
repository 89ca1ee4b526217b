// Replaces the file argv[2] again and again, with 'a's and with 'b's, until it is killed.
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { LIMITS } from '../../src/base/limits.ts'
import { createFiles } from '../../src/files/files.ts'
import { NOTHING_KEPT } from '../../src/files/journal.ts'

const [, , path = '', mode = 'overwrite'] = process.argv
const files = createFiles({
  limits: LIMITS,
  home: homedir(),
  floor: () => [],
  durability: 'process',
  journal: NOTHING_KEPT,
  keptDirectory: null,
})
const place = { workdir: dirname(path), policy: 'open', roots: [] }
const SIZE = 400_000

process.stdout.write('ready\n')
for (let round = 0; ; round += 1) {
  const located = files.locate(place, path, 'write')
  const content = (round % 2 === 0 ? 'a' : 'b').repeat(mode === 'append' ? 1_000 : SIZE)
  await files.writeFile(located, content, {
    mode: mode === 'append' ? 'append' : 'overwrite',
    createDirs: true,
    callId: 'call_forever',
  })
}
