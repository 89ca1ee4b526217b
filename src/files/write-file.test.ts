import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld, withoutRoot } from '../../test/support/file-world.ts'
import type { WriteOptions } from './write-file.ts'

const WRITER = resolve(import.meta.dirname, '../../test/support/write-forever.mjs')
const isRoot = process.getuid?.() === 0

const write = (world: FileWorld, given: string, content: string, options: Partial<WriteOptions> = {}) =>
  world.files.writeFile(world.locate(given, 'write'), content, {
    mode: 'overwrite',
    createDirs: true,
    callId: 'call_1',
    ...options,
  })

const content = (world: FileWorld, name: string) => readFileSync(`${world.workspace}/${name}`, 'utf8')
const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

describe('writing a file', () => {
  it('creates it, with the directories it needs', async () => {
    using world = fileWorld()
    expect(await write(world, 'a/b/f.txt', 'héllo')).toEqual({ bytesWritten: 6, created: true, existed: false })
    expect(content(world, 'a/b/f.txt')).toBe('héllo')
    expect(readdirSync(`${world.workspace}/a/b`)).toEqual(['f.txt'])
  })

  it('keeps every byte: line ends, byte order mark, no final newline', async () => {
    using world = fileWorld()
    const text = '\ufeffa\r\nb\n\tc\u0000\u2028\r'
    await write(world, 'f', text)
    expect(content(world, 'f')).toBe(text)
  })

  it('replaces it', async () => {
    using world = fileWorld()
    world.file('ws/f', 'old')
    expect(await write(world, 'f', 'new')).toEqual({ bytesWritten: 3, created: false, existed: true })
    expect(content(world, 'f')).toBe('new')
  })

  it('writes an empty file and a large one', async () => {
    using world = fileWorld()
    await write(world, 'empty', '')
    await write(world, 'large', 'ä'.repeat(2_000_000))
    expect(statSync(`${world.workspace}/empty`).size).toBe(0)
    expect(statSync(`${world.workspace}/large`).size).toBe(4_000_000)
  })

  it('makes directories durable as well when power may fail', async () => {
    using world = fileWorld({ durability: 'power' })
    await write(world, 'a/b/f', 'x')
    await write(world, 'a/b/f', 'y')
    expect(content(world, 'a/b/f')).toBe('y')
  })

  it.each(['600', '644', '755', '1644'])('keeps mode %s', async (mode) => {
    using world = fileWorld()
    const path = world.file('ws/f')
    chmodSync(path, Number.parseInt(mode, 8))
    await write(world, 'f', 'new')
    await write(world, 'f', 'more', { mode: 'append' })
    expect(modeOf(path)).toBe(mode)
  })

  it('drops set-id bits', async () => {
    using world = fileWorld()
    const path = world.file('ws/f')
    chmodSync(path, 0o4755)
    await write(world, 'f', 'new')
    expect(modeOf(path)).toBe('755')
  })

  it('gives a new file the mode of the umask', async () => {
    using world = fileWorld()
    const before = process.umask(0o027)
    try {
      await write(world, 'f', 'new')
    } finally {
      process.umask(before)
    }
    expect(modeOf(`${world.workspace}/f`)).toBe('640')
  })

  it.runIf(isRoot)('keeps the owner', async () => {
    using world = fileWorld()
    const path = world.file('ws/f')
    chownSync(path, 1234, 2345)
    await write(world, 'f', 'new')
    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 2345 })
  })

  it('keeps a link and edits its target', async () => {
    using world = fileWorld()
    world.file('ws/target', 'old')
    symlinkSync('target', `${world.workspace}/l`)
    await write(world, 'l', 'new')
    expect(content(world, 'target')).toBe('new')
    expect(lstatSync(`${world.workspace}/l`).isSymbolicLink()).toBe(true)
  })

  it('creates the target of a dangling link', async () => {
    using world = fileWorld()
    symlinkSync('a/target', `${world.workspace}/l`)
    await write(world, 'l', 'new')
    expect(content(world, 'a/target')).toBe('new')
    expect(lstatSync(`${world.workspace}/l`).isSymbolicLink()).toBe(true)
  })

  it('leaves the other names of a file with several alone', async () => {
    using world = fileWorld()
    linkSync(world.file('ws/f', 'old'), `${world.workspace}/other`)
    await write(world, 'f', 'new')
    expect(content(world, 'other')).toBe('old')
  })

  it('writes names with newlines', async () => {
    using world = fileWorld()
    await write(world, 'a\nb/c\nd', 'x')
    expect(content(world, 'a\nb/c\nd')).toBe('x')
  })
})

describe('write modes', () => {
  it('create_if_missing leaves what exists and says that nothing was written', async () => {
    using world = fileWorld()
    world.file('ws/f', 'old')
    expect(await write(world, 'f', 'new', { mode: 'create_if_missing' })).toEqual({
      bytesWritten: 0,
      created: false,
      existed: true,
    })
    expect(content(world, 'f')).toBe('old')
    expect(await write(world, 'g', 'new', { mode: 'create_if_missing' })).toMatchObject({
      created: true,
      bytesWritten: 3,
    })
  })

  it('append extends, or creates', async () => {
    using world = fileWorld()
    expect(await write(world, 'f', 'one', { mode: 'append' })).toMatchObject({ created: true, bytesWritten: 3 })
    expect(await write(world, 'f', 'two', { mode: 'append' })).toMatchObject({ created: false, bytesWritten: 3 })
    expect(content(world, 'f')).toBe('onetwo')
  })

  it('append keeps bytes that are not UTF-8', async () => {
    using world = fileWorld()
    const path = world.file('ws/f', Buffer.from([0xff, 0]))
    await write(world, 'f', 'a', { mode: 'append' })
    expect([...readFileSync(path)]).toEqual([0xff, 0, 0x61])
  })

  it('append writes a large file in place', async () => {
    using world = fileWorld({ limits: { appendRewriteBytes: 5 } })
    const path = world.file('ws/f', 'four')
    const { ino } = statSync(path)
    await write(world, 'f', 'more', { mode: 'append' })
    expect(content(world, 'f')).toBe('fourmore')
    expect(statSync(path).ino).toBe(ino)
  })
})

describe('a write that fails', () => {
  it.each([
    ['a directory', (world: FileWorld) => world.directory('ws/x'), 'INVALID_PARAMETERS', /is a directory/],
    ['a FIFO', (world: FileWorld) => world.fifo('ws/x'), 'INVALID_PARAMETERS', /is a FIFO/],
  ])('is refused in words: %s', async (_what, make, code, message) => {
    using world = fileWorld()
    make(world)
    await expect(write(world, 'x', 'new')).rejects.toMatchObject({ code, message })
    expect(readdirSync(world.workspace)).toEqual(['x'])
  })

  it('needs its directory unless it may create it', async () => {
    using world = fileWorld()
    await expect(write(world, 'a/f', 'x', { createDirs: false })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(readdirSync(world.workspace)).toEqual([])
  })

  it('refuses a name that ends like a directory', async () => {
    using world = fileWorld()
    await expect(write(world, 'new/', 'x')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    expect(readdirSync(world.workspace)).toEqual([])
  })

  it('refuses half of a character pair', async () => {
    using world = fileWorld()
    await expect(write(world, 'f', 'a\ud800')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  })

  it('takes back the directories it made', async () => {
    using world = fileWorld()
    await expect(write(world, `a/b/${'n'.repeat(256)}`, 'x')).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    expect(readdirSync(world.workspace)).toEqual([])
  })

  it('leaves the old content and no litter when it is cancelled', async () => {
    using world = fileWorld()
    world.file('ws/f', 'old')
    await expect(write(world, 'f', 'new', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(write(world, 'a/g', 'new', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    expect(content(world, 'f')).toBe('old')
    expect(readdirSync(world.workspace)).toEqual(['f'])
  })

  it.runIf(process.platform === 'linux')('leaves the old content and no litter when the disk is full', () => {
    using world = fileWorld()
    world.file('ws/f', 'old')
    // A limit on file sizes is the one full disk that a test can have.
    expect(apart(world, ['f', 'a/g'], { limit: 'ulimit -f 1000' })).toEqual(['TOO_LARGE', 'TOO_LARGE'])
    expect(content(world, 'f')).toBe('old')
    expect(readdirSync(world.workspace)).toEqual(['f'])
  })

  it.runIf(isRoot && process.platform === 'linux')('leaves a read-only file in a directory that is not', () => {
    using world = fileWorld()
    const path = world.file('ws/f', 'old')
    chmodSync(world.root, 0o755)
    chmodSync(world.workspace, 0o777)
    chmodSync(path, 0o444)
    expect(apart(world, ['f', 'a/g'], { uid: 65534 })).toEqual(['PERMISSION_DENIED', 'written'])
    expect(content(world, 'f')).toBe('old')
  })

  it('says that the system denies it', async () => {
    using world = fileWorld()
    chmodSync(world.file('ws/f', 'old'), 0o000)
    chmodSync(world.workspace, 0o555)
    await withoutRoot(world, async () => {
      for (const name of ['f', 'g', 'a/b']) {
        await expect(write(world, name, 'new')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
      }
      const reading = world.files.readBytes(world.locate('f'), { maxBytes: 1 })
      await expect(reading).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    })
    chmodSync(world.workspace, 0o755)
    expect(readdirSync(world.workspace)).toEqual(['f'])
  })
})

describe('a crash in the middle', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('leaves old or new content, round %i', async (round) => {
    using world = fileWorld()
    const path = world.file('ws/f', 'a'.repeat(400_000))
    await killedWriter(path, 'overwrite', round * 7)
    const found = readFileSync(path, 'utf8')
    expect(['a'.repeat(400_000), 'b'.repeat(400_000)]).toContain(found)
    world.files.sweepTemporaries(path, 'call_forever')
    expect(readdirSync(world.workspace)).toEqual(['f'])
  })

  it.each([1, 2, 3])('leaves whole appends, round %i', async (round) => {
    using world = fileWorld()
    const path = world.file('ws/f', '')
    await killedWriter(path, 'append', round * 11)
    expect(statSync(path).size % 1_000).toBe(0)
  })

  it('leaves a temporary that is swept by its call, and by no other', () => {
    using world = fileWorld()
    world.file('ws/.upperhand-call_7.tmp')
    expect(world.files.sweepTemporaries(`${world.workspace}/f`, 'call_8')).toBe(false)
    expect(world.files.sweepTemporaries(`${world.workspace}/f`, 'call_7')).toBe(true)
    expect(world.files.sweepTemporaries(`${world.workspace}/f`, 'call_7')).toBe(false)
    expect(world.files.sweepTemporaries(`${world.root}/gone/f`, 'call_7')).toBe(false)
    expect(() => world.files.sweepTemporaries(`${world.workspace}/f`, '../x')).toThrow()
  })

  it('leaves a temporary that does not stop the same call from writing again', async () => {
    using world = fileWorld()
    world.file('ws/.upperhand-call_1.tmp')
    mkdirSync(`${world.workspace}/sub`)
    await write(world, 'f', 'new')
    expect(readdirSync(world.workspace)).toEqual(['f', 'sub'])
  })
})

/** Writes 3 MB to each file from a process with less rights, and answers what came of it. */
function apart(world: FileWorld, names: readonly string[], { limit = ':', uid = 0 }): string[] {
  const script = `
    import { createFiles } from ${JSON.stringify(resolve(import.meta.dirname, 'files.ts'))}
    import { NOTHING_KEPT } from ${JSON.stringify(resolve(import.meta.dirname, 'journal.ts'))}
    import { LIMITS } from ${JSON.stringify(resolve(import.meta.dirname, '../base/limits.ts'))}
    const files = createFiles({ limits: LIMITS, home: '/', floor: () => [], durability: 'process', journal: NOTHING_KEPT, keptDirectory: null })
    const place = { workdir: ${JSON.stringify(world.workspace)}, policy: 'open', roots: [] }
    process.on('SIGXFSZ', () => {})
    if (${uid} !== 0) process.setuid(${uid})
    for (const name of ${JSON.stringify(names)}) {
      const options = { mode: 'overwrite', createDirs: true, callId: 'call_1' }
      await files.writeFile(files.locate(place, name, 'write'), 'x'.repeat(3_000_000), options).then(
        () => console.log('written'),
        (error) => console.log(error.code),
      )
    }`
  const command = `${limit}; exec "$0" --input-type=module -e "$1"`
  return execFileSync('sh', ['-c', command, process.execPath, script], { encoding: 'utf8' }).trim().split('\n')
}

async function killedWriter(path: string, mode: string, afterMs: number): Promise<void> {
  const writer = spawn(process.execPath, [WRITER, path, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(writer, 'exit')
  await once(writer.stdout, 'data')
  // The moment is the point of the test: any will do.
  await new Promise((done) => setTimeout(done, afterMs))
  writer.kill('SIGKILL')
  await ended
}
