import { chmodSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld, withoutRoot } from '../../test/support/file-world.ts'

const list = (world: FileWorld, given: string, depth = 1, limit = 1_000, offset = 0) =>
  world.files.listDirectory(world.locate(given), { depth, limit, offset })

const names = async (world: FileWorld, given: string, depth = 1, limit = 1_000) => {
  const { entries } = await list(world, given, depth, limit)
  return entries.map(({ path }) => path.slice(world.workspace.length + 1))
}

describe('listing a directory', () => {
  it('sorts by name and tells kind, size and time', async () => {
    using world = fileWorld()
    world.file('ws/b.txt', 'four')
    world.file('ws/.hidden', '')
    world.directory('ws/a')
    const { entries, total, truncated } = await list(world, '.')
    expect(entries.map(({ name, kind }) => [name, kind])).toEqual([
      ['.hidden', 'file'],
      ['a', 'directory'],
      ['b.txt', 'file'],
    ])
    expect(entries[2]).toMatchObject({ path: `${world.workspace}/b.txt`, size: 4, modifiedMs: expect.any(Number) })
    expect({ total, truncated }).toEqual({ total: 3, truncated: false })
  })

  it('goes as deep as it is told, each directory before what is in it', async () => {
    using world = fileWorld()
    world.file('ws/a/b/c/d.txt')
    world.file('ws/a.txt')
    world.file('ws/a/z.txt')
    expect(await names(world, '.', 1)).toEqual(['a', 'a.txt'])
    expect(await names(world, '.', 2)).toEqual(['a', 'a/b', 'a/z.txt', 'a.txt'])
    expect(await names(world, '.', 9)).toEqual(['a', 'a/b', 'a/b/c', 'a/b/c/d.txt', 'a/z.txt', 'a.txt'])
  })

  it('shows links and follows none', async () => {
    using world = fileWorld()
    world.file('outside/secret.txt')
    symlinkSync(world.outside, `${world.workspace}/out`)
    symlinkSync('nowhere', `${world.workspace}/dangling`)
    symlinkSync('.', `${world.workspace}/loop`)
    const { entries } = await list(world, '.', 9)
    expect(entries.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['dangling link', 'loop link', 'out link'])
  })

  it('shows FIFOs and sockets without opening them', async () => {
    using world = fileWorld()
    world.fifo('ws/p')
    expect((await list(world, '.')).entries).toMatchObject([{ name: 'p', kind: 'FIFO' }])
  })

  it('keeps odd names', async () => {
    using world = fileWorld()
    world.file('ws/new\nline')
    world.file('ws/tab\there')
    writeFileSync(Buffer.concat([Buffer.from(`${world.workspace}/bad`), Buffer.from([0xff])]), 'x')
    expect((await list(world, '.', 3)).entries).toMatchObject([
      { name: 'bad\ufffd', kind: 'file', size: 1 },
      { name: 'new\nline', kind: 'file' },
      { name: 'tab\there', kind: 'file' },
    ])
  })

  it('stops at the limit, shows the surface first and says that there is more', async () => {
    using world = fileWorld()
    for (let index = 0; index < 50; index += 1) world.file(`ws/a/${index}`)
    world.file('ws/z')
    const { entries, truncated } = await list(world, '.', 3, 10)
    expect(entries.length).toBe(10)
    expect(entries.map(({ name }) => name)).toContain('z')
    expect(truncated).toBe(true)
  })

  it('does not say so if all fits exactly', async () => {
    using world = fileWorld()
    world.file('ws/a/1')
    world.file('ws/b')
    expect(await list(world, '.', 3, 3)).toMatchObject({ truncated: false, entries: { length: 3 } })
    expect(await list(world, '.', 3, 2)).toMatchObject({ truncated: true, entries: { length: 2 } })
  })

  it('never gives more than the product allows', async () => {
    using world = fileWorld({ limits: { listEntries: 5 } })
    for (let index = 0; index < 9; index += 1) world.file(`ws/${index}`)
    expect(await list(world, '.', 1, 1_000)).toMatchObject({ entries: { length: 5 }, total: 9, truncated: true })
  })

  it('pages through a directory', async () => {
    using world = fileWorld()
    for (const name of ['a', 'b', 'c', 'd', 'e']) world.file(`ws/${name}`)
    const page = await list(world, '.', 1, 2, 2)
    expect(page.entries.map(({ name }) => name)).toEqual(['c', 'd'])
    expect(page).toMatchObject({ total: 5, truncated: true })
    expect(await list(world, '.', 1, 2, 4)).toMatchObject({ entries: { length: 1 }, truncated: false })
    expect(await list(world, '.', 1, 2, 99)).toMatchObject({ entries: [], total: 5, truncated: false })
  })

  it('passes by our own data directory', async () => {
    using world = fileWorld()
    renameSync(world.data, `${world.workspace}/data`)
    symlinkSync(`${world.workspace}/data`, world.data)
    expect(await names(world, '.', 3)).toEqual(['data'])
  })

  it('passes by directories of keys', async () => {
    using world = fileWorld()
    world.file('ws/.ssh/id_rsa')
    world.file('ws/.git/config')
    expect(await names(world, '.', 3)).toEqual(['.git', '.git/config', '.ssh'])
  })

  it('goes on behind a directory it may not read, and names what it may not look at', async () => {
    using world = fileWorld()
    world.file('ws/closed/x')
    world.file('ws/names/y')
    world.file('ws/open/z')
    chmodSync(`${world.workspace}/closed`, 0o000)
    chmodSync(`${world.workspace}/names`, 0o444)
    await withoutRoot(world, async () => {
      expect(await names(world, '.', 3)).toEqual(['closed', 'names', 'names/y', 'open', 'open/z'])
      expect((await list(world, 'names')).entries).toMatchObject([{ name: 'y', kind: 'unknown', size: null }])
      await expect(list(world, 'closed')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    })
    for (const name of ['closed', 'names']) chmodSync(`${world.workspace}/${name}`, 0o755)
  })

  it('lists the root of the file system', async () => {
    using world = fileWorld()
    const { entries } = await list(world, '/')
    expect(entries.map(({ path }) => path)).toContain('/etc')
  })

  it('refuses in words what is no directory', async () => {
    using world = fileWorld()
    world.file('ws/f')
    await expect(list(world, 'f')).rejects.toMatchObject({
      code: 'INVALID_PARAMETERS',
      message: /is a file, not a directory/,
    })
    await expect(list(world, 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('stops when the call is cancelled', async () => {
    using world = fileWorld()
    world.file('ws/f')
    const options = { depth: 1, limit: 9, signal: AbortSignal.abort() }
    await expect(world.files.listDirectory(world.locate('.'), options)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
