import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { endTree, findTree, treeOf } from './end-tree.ts'
import { environmentOf } from './process-table.ts'

const PATIENCE_MS = 500

/** A shell that has started everything it will start when it says so. */
async function start(script: string) {
  const mark = `UPPERHAND_TEST=${randomBytes(8).toString('hex')}`
  const child = spawn('/bin/sh', ['-c', `${script}\necho ready; wait; sleep 1000`], {
    env: { PATH: process.env['PATH'], UPPERHAND_TEST: mark.split('=')[1] },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const tree = treeOf(child.pid ?? 0, mark)
  await once(child.stdout, 'data')
  return { child, tree }
}

const ROWS: readonly (readonly [sentence: string, script: string, atLeast: number])[] = [
  ['a child', 'sleep 1000 &', 2],
  ['a child that ignores TERM', 'sh -c \'trap "" TERM; sleep 1000 & sleep 1000\' &', 2],
  ['a child with its own session', 'setsid sleep 1000 &', 2],
  ['a grandchild whose parent is gone', "sh -c 'setsid sleep 1000 & exit' &", 1],
  ['a child without our mark', 'env -i /bin/sleep 1000 &', 2],
  ['a child that is stopped', 'sleep 1000 & kill -STOP $!', 2],
  [
    'thirty children',
    'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do sleep 1000 & done',
    31,
  ],
]

it.each(ROWS)('ends %s', async (_, script, atLeast) => {
  const { child, tree } = await start(script)
  expect(findTree(tree).length).toBeGreaterThanOrEqual(atLeast)
  await endTree(tree, { patienceMs: PATIENCE_MS })
  expect(findTree(tree)).toEqual([])
  expect(child.kill(0) && child.exitCode === null && child.signalCode === null).toBe(false)
})

it('does not touch what is not part of it', async () => {
  const one = await start('sleep 1000 &')
  const other = await start('setsid sleep 1000 &')
  const before = findTree(other.tree).map(({ pid }) => pid)
  await endTree(one.tree, { patienceMs: PATIENCE_MS })
  expect(findTree(other.tree).map(({ pid }) => pid)).toEqual(before)
  await endTree(other.tree, { signal: 'SIGKILL', patienceMs: 0 })
  expect(findTree(other.tree)).toEqual([])
})

it('reads environments of our own processes', () => {
  expect(environmentOf(process.pid)).toContain('PATH=')
})
