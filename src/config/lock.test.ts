import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeDaemonFile } from './daemon-file.ts'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { takeLock } from './lock.ts'

const HOLDER = `
  const { openDataDirectory } = await import(process.argv[1])
  const { takeLock } = await import(process.argv[2])
  await takeLock(openDataDirectory(process.env))
  console.log('held')
  setInterval(() => {}, 1000)
`

describe('the lock of a data directory', () => {
  let scratch: string
  let directory: DataDirectory
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'uh-lock-'))
    directory = openDataDirectory({ UPPERHAND_HOME: scratch })
  })
  afterEach(() => {
    rmSync(scratch, { recursive: true, force: true })
  })

  const hold = async () => {
    const modules = ['./data-directory.ts', './lock.ts'].map((name) => new URL(name, import.meta.url).href)
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, ...modules], {
      env: { ...process.env, UPPERHAND_HOME: scratch },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return child
  }

  it('has one owner, and says who', async () => {
    const lock = await takeLock(directory)
    writeDaemonFile(directory, {
      pid: 4242,
      port: 4133,
      url: 'http://127.0.0.1:4133',
      socket: '/s',
      mcpSocket: '/m',
      version: '0',
      startedAt: 0,
    })
    await expect(takeLock(directory)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/process id 4242 already owns .* http:\/\/127\.0\.0\.1:4133/),
    })
    lock.release()
    ;(await takeLock(directory)).release()
  })

  it('keeps a second process out', async () => {
    const child = await hold()
    await expect(takeLock(directory)).rejects.toMatchObject({ code: 'CONFLICT' })
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  it('ends with its process, even when that is killed', async () => {
    const child = await hold()
    const taken = takeLock(directory, { patienceMs: 5_000 })
    child.kill('SIGKILL')
    ;(await taken).release()
    await (child.exitCode ?? child.signalCode ?? once(child, 'exit'))
  })

  it('says what to do about a damaged file', async () => {
    writeFileSync(directory.path('lock.db'), 'x'.repeat(4_096))
    await expect(takeLock(directory)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      hint: expect.stringMatching(/remove it/),
    })
  })
})
