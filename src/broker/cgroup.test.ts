import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../../test/support/terminal-world.ts'
import { makeGroup } from './cgroup.ts'
import { readProcess } from './process-table.ts'
import { sweepAfterBroker } from './sweep.ts'

it('a control group ends what left everything behind; where there is none, nothing is claimed', async () => {
  const id = randomBytes(8).toString('hex')
  const group = makeGroup(id)
  const gate = "read go; env -i setsid sh -c 'sleep 1000 & echo $!; wait' & wait"
  const child = spawn('/bin/sh', ['-c', gate], { stdio: ['pipe', 'pipe', 'ignore'] })
  if (group !== null) writeFileSync(join(group, 'cgroup.procs'), String(child.pid))
  child.stdin.write('go\n')
  const [line] = await once(child.stdout, 'data')
  const pid = Number(String(line))
  await until(() => readProcess(pid)?.name === 'sleep', 'it never became sleep')
  await sweepAfterBroker({ id, group })
  if (group === null) process.kill(pid, 'SIGKILL')
  await until(() => readProcess(pid)?.isZombie ?? true, 'it lives')
  expect(group !== null && existsSync(group)).toBe(false)
  child.kill('SIGKILL')
})
