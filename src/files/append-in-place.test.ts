import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileWorld } from '../../test/support/file-world.ts'

const OPTIONS = { mode: 'append', createDirs: false, callId: 'call_1' } as const
const header = (size: number, added: number) => `${String(size).padStart(16, '0')} ${String(added).padStart(16, '0')}\n`

test('a large file is extended in place, and nothing is left beside it', async () => {
  using world = fileWorld({ limits: { appendRewriteBytes: 5 } })
  const path = world.file('ws/f', 'four')
  await world.files.writeFile(world.locate('f', 'write'), 'more', OPTIONS)
  expect(readFileSync(path, 'utf8')).toBe('fourmore')
  expect(readdirSync(world.workspace)).toEqual(['f'])
})

const LEFT: readonly [sentence: string, mark: string, found: string, after: string][] = [
  ['nothing was added yet', `${header(4, 5)}12345`, 'four', 'four'],
  ['a part was added', `${header(4, 5)}12345`, 'four123', 'four'],
  ['all was added', `${header(4, 5)}12345`, 'four12345', 'four12345'],
  ['somebody went on after the crash', `${header(4, 5)}12345`, 'four123 and others', 'four123 and others'],
  ['somebody else added a little', `${header(4, 5)}12345`, 'fourxy', 'fourxy'],
  ['the file was made anew', `${header(4, 5)}12345`, 'new', 'new'],
  ['the mark was not whole, so nothing was added', `${header(4, 5)}12`, 'four12', 'four12'],
  ['the mark had only begun', '00000', 'four', 'four'],
]

test.each(LEFT)('after a crash: %s', (_sentence, mark, found, after) => {
  using world = fileWorld()
  const path = world.file('ws/f', found)
  const markPath = world.file('ws/.upperhand-call_1.append.tmp', mark)
  expect(world.files.sweepTemporaries(path, 'call_1')).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe(after)
  expect(existsSync(markPath)).toBe(false)
  expect(world.files.sweepTemporaries(path, 'call_1')).toBe(false)
})

test('after a crash: a file that is gone leaves the mark to be removed', () => {
  using world = fileWorld()
  world.file('ws/.upperhand-call_1.append.tmp', `${header(4, 5)}12345`)
  expect(world.files.sweepTemporaries(`${world.workspace}/f`, 'call_1')).toBe(true)
  expect(readdirSync(world.workspace)).toEqual([])
})
