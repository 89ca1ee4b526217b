import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../test/support/file-world.ts'
import { HostError } from '../base/host-error.ts'
import type { Access } from '../contract/resources.ts'
import type { Place } from '../contract/run.ts'

type Setup = (world: FileWorld) => void

/** A sentence, what is located, what comes of it, and what was done before. `@` stands for the world's root. */
type Row = readonly [string, `${Access} ${string}`, string, Setup?]

const NAMES: readonly Row[] = [
  ['a relative path starts at the working directory', 'read a.txt', 'inside @ws/a.txt'],
  ['an absolute path stays what it is', 'read @ws/a.txt', 'inside @ws/a.txt'],
  ['a dot is the working directory', 'read .', 'inside @ws'],
  ['dots in between mean nothing', 'read ./sub/./b.txt', 'inside @ws/sub/b.txt'],
  ['doubled slashes mean nothing', 'read sub//b.txt', 'inside @ws/sub/b.txt'],
  ['dot-dot goes up', 'read sub/../a.txt', 'inside @ws/a.txt'],
  ['dot-dot out of the workspace is outside', 'read ../outside/secret.txt', 'outside @outside/secret.txt'],
  ['dot-dot above the root stays at the root', 'read /../../..', 'outside /'],
  ['the parent of the workspace is outside', 'read ..', 'outside @'],
  ['a neighbour with the same prefix is outside', 'read @ws-other/c.txt', 'outside @ws-other/c.txt'],
  ['a trailing slash on a directory is fine', 'read sub/', 'inside @ws/sub'],
  ['a missing file in an existing directory is located', 'write new.txt', 'inside missing @ws/new.txt'],
  ['missing directories are located too', 'write x/y/z.txt', 'inside missing @ws/x/y/z.txt'],
  ['a missing tail outside is outside', 'write ../nowhere/z.txt', 'outside missing @nowhere/z.txt'],
  ['dot-dot after something missing is not found', 'read x/../a.txt', 'NOT_FOUND'],
  ['nothing is below a file', 'read a.txt/b', 'NOT_FOUND'],
  ['dot-dot behind a file is not found', 'read a.txt/..', 'NOT_FOUND'],
  ['a tilde is the home directory', 'read ~', 'outside @home'],
  ['a tilde with a slash is in the home directory', 'write ~/notes.txt', 'outside missing @home/notes.txt'],
  ['a tilde with a name is an ordinary name', 'read ~root/x', 'inside missing @ws/~root/x'],
  ['a tilde further on is an ordinary name', 'read sub/~/x', 'inside missing @ws/sub/~/x'],
  ['an empty path is refused', 'read ', 'INVALID_PARAMETERS'],
  ['a NUL is refused', 'read a\0b', 'INVALID_PARAMETERS'],
  ['a lone surrogate is refused', 'read a\ud800b', 'INVALID_PARAMETERS'],
  ['a path of more than 4096 bytes is refused', `read ${'ä/'.repeat(1_366)}`, 'INVALID_PARAMETERS'],
  ['a name of more than 255 bytes is refused', `read ${'x'.repeat(300)}`, 'INVALID_PARAMETERS'],
  ['a name with a newline is a name', 'read a\nb', 'inside @ws/a\nb', file('ws/a\nb')],
  ['a name with a backslash is a name', 'read \\x', 'inside @ws/\\x', file('ws/\\x')],
  ['spaces at the ends belong to the name', 'read  a ', 'inside @ws/ a ', file('ws/ a ')],
  ['composed and decomposed letters are two', 'read e\u0301', 'inside missing @ws/e\u0301', file('ws/\u00e9')],
  ['another case is another name', 'read A.TXT', 'inside missing @ws/A.TXT'],
  ['a FIFO is located like a file', 'read p', 'inside @ws/p', fifo],
  ['a device is located like a file', 'read /dev/null', 'outside /dev/null'],
]

const LINKS: readonly Row[] = [
  ['a link inside is its target', 'read l', 'inside @ws/sub/b.txt', links({ l: 'sub/b.txt' })],
  ['a link out is outside', 'read l', 'outside @outside/secret.txt', links({ l: '@outside/secret.txt' })],
  ['a relative link out is outside', 'read l/secret.txt', 'outside @outside/secret.txt', links({ l: '../outside' })],
  ['a write is judged at the target', 'write l', 'outside @outside/secret.txt', links({ l: '@outside/secret.txt' })],
  ['so is one through a dangling link', 'write l', 'outside missing @outside/no', links({ l: '@outside/no' })],
  ['or a dangling directory', 'write l/f', 'outside missing @outside/no/d/f', links({ l: '@outside/no/d' })],
  ['a link to a link is followed', 'read l/deep', 'outside @outside/deep', links({ l: 'm', m: '@outside' })],
  ['links that point at each other are refused', 'read l', 'INVALID_PARAMETERS', links({ l: 'm', m: 'l' })],
  ['a link to itself is refused', 'read l', 'INVALID_PARAMETERS', links({ l: 'l' })],
  ['forty links are followed', 'read l0', 'inside @ws/a.txt', chain(40)],
  ['forty-one are not', 'read l0', 'INVALID_PARAMETERS', chain(41)],
  [
    'dot-dot goes up from the target',
    'read l/../secret.txt',
    'outside @outside/secret.txt',
    links({ l: '@outside/deep' }),
  ],
  ['a link back is inside', 'read ../outside/l/b.txt', 'inside @ws/sub/b.txt', links({ '../outside/l': '@ws/sub' })],
  ['a link with a slash is its directory', 'destroy l/', 'outside @outside', links({ l: '@outside' })],
  ['to delete a link is to delete the link', 'destroy l', 'inside @ws/l', links({ l: '@outside/secret.txt' })],
  ['behind a link it is its target', 'destroy l/secret.txt', 'outside @outside/secret.txt', links({ l: '@outside' })],
  ['a rename to outside is judged there', 'destroy ../outside/new', 'outside missing @outside/new'],
  ['an alias of the workspace is inside', 'read @alias/a.txt', 'inside @ws/a.txt', links({ '../alias': '@ws' })],
  ['a link called .env is critical', 'read .env', 'inside critical @ws/a.txt', links({ '.env': 'a.txt' })],
  ['so is a .ssh that is a link', 'read .ssh/deep', 'outside critical @outside/deep', links({ '.ssh': '@outside' })],
]

const FLOOR: readonly Row[] = [
  ['the data directory is floor', 'read @data', 'outside floor @data'],
  ['what is in it is floor', 'read ../data/upperhand.db', 'outside floor @data/upperhand.db'],
  ['what could be in it is floor', 'write ../data/new/x', 'outside floor missing @data/new/x'],
  ['a link to it is floor', 'read l/upperhand.db', 'outside floor @data/upperhand.db', links({ l: '@data' })],
  ['a hard link into it is floor', 'read h', 'inside floor @ws/h', hardLink('data/upperhand.db')],
  ['a hard link to something else is not', 'read h', 'inside @ws/h', hardLink('ws/a.txt')],
  ['configuration to come is floor', 'write ../config/settings.json', 'outside floor missing @config/settings.json'],
  ['in another case as well', 'write ../CONFIG/Settings.json', 'outside floor missing @CONFIG/Settings.json'],
  ['a runtime directory to come is floor', 'write ../run/upperhand/s', 'outside floor missing @run/upperhand/s'],
  ['a neighbour with the same prefix is not', 'write ../run/upperhand-2', 'outside missing @run/upperhand-2'],
  ['to delete a parent of the floor is floor', 'destroy ..', 'outside floor @'],
  ['where it was moved to is floor', 'read moved/upperhand.db', 'inside floor @ws/moved/upperhand.db', moveData],
]

const KERNEL: readonly Row[] = [
  ['/proc/self/root is not followed', 'read /proc/self/root/etc/hostname', 'PERMISSION_DENIED'],
  ['/proc/self/cwd is not followed', 'read /proc/self/cwd/package.json', 'PERMISSION_DENIED'],
  ['an open file in /proc is not followed', 'read /proc/self/fd/0', 'PERMISSION_DENIED'],
  ['the program of a process is not followed', 'read /proc/1/exe', 'PERMISSION_DENIED'],
  ['/dev/stdin leads there and is not followed', 'read /dev/stdin', 'PERMISSION_DENIED'],
  ['nor is a link of ours to it', 'read l/etc/hostname', 'PERMISSION_DENIED', links({ l: '/proc/self/root' })],
  ['an environment is critical', 'read /proc/self/environ', `outside critical /proc/${process.pid}/environ`],
  ['that of another process too', 'read /proc/1/environ', 'outside critical /proc/1/environ'],
  ['general facts in /proc are not', 'read /proc/meminfo', 'outside /proc/meminfo'],
  ['to write there is', 'write /proc/sys/kernel/hostname', 'outside critical /proc/sys/kernel/hostname'],
  ['to write to a device is critical', 'write /dev/null', 'outside critical /dev/null'],
]

type Policy = readonly [string, string, string, (world: FileWorld) => Partial<Place>]

const POLICIES: readonly Policy[] = [
  ['under open everything is inside', '@outside/deep', 'inside @outside/deep', () => ({ policy: 'open' })],
  ['under open the floor stays the floor', '@data', 'inside floor @data', () => ({ policy: 'open' })],
  ['under projects a root is inside', '@outside/deep', 'inside @outside/deep', projects('outside')],
  ['any root is', '@outside/deep', 'inside @outside/deep', projects('home', 'outside')],
  ['the working directory is not enough', 'a.txt', 'outside @ws/a.txt', projects('outside')],
  ['without roots nothing is inside', 'a.txt', 'outside @ws/a.txt', projects()],
  ['a root that does not exist has nothing inside', 'a.txt', 'outside @ws/a.txt', projects('gone')],
  ['an absolute path does not escape the project', '@outside/deep', 'outside @outside/deep', projects('ws')],
]

const stand = (): FileWorld => {
  const world = fileWorld()
  for (const name of ['ws/a.txt', 'ws/sub/b.txt', 'ws-other/c.txt', 'outside/secret.txt']) world.file(name)
  world.directory('outside/deep')
  return world
}

describe('locating a path', () => {
  for (const [sentence, ask, answer, setup] of [...NAMES, ...LINKS, ...FLOOR, ...KERNEL]) {
    it(sentence, () => {
      using world = stand()
      setup?.(world)
      const [access, given] = split(ask)
      expect(outcome(world, given, access)).toBe(answer)
    })
  }

  it.each(POLICIES)('%s', (_sentence, given, answer, place) => {
    using world = stand()
    expect(outcome(world, given, 'read', place(world))).toBe(answer)
  })

  it('is the same from a working directory that is reached by a link', () => {
    using world = stand()
    links({ '../alias': '@ws' })(world)
    expect(outcome(world, 'a.txt', 'read', { workdir: `${world.root}/alias` })).toBe('inside @ws/a.txt')
  })

  it('names what was given when it refuses', () => {
    using world = fileWorld()
    expect(() => world.locate('a\0b')).toThrow('"a\\u0000b" is not a usable path: it contains a NUL character.')
  })

  it('gives a socket the identity of a file', async () => {
    using world = fileWorld()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(`${world.workspace}/s`, resolve))
    expect(outcome(world, 's', 'read')).toBe('inside @ws/s')
    await new Promise((resolve) => server.close(resolve))
  })

  it('changes identity when the file is replaced, and when it is gone', () => {
    using world = stand()
    const { identity } = world.locate('sub/b.txt').resource
    renameSync(world.file('ws/sub/new.txt'), `${world.workspace}/sub/b.txt`)
    expect(world.locate('sub/b.txt').resource.identity).not.toBe(identity)
    rmSync(`${world.workspace}/sub`, { recursive: true })
    expect(world.locate('sub/b.txt').resource.identity).toMatch(/^missing@/)
  })

  it('sees at once that a floor was replaced by another directory', () => {
    using world = fileWorld()
    rmSync(world.data, { recursive: true })
    world.directory('data/inner')
    expect(outcome(world, '../data/inner', 'read')).toBe('outside floor @data/inner')
  })

  it('sees a hard link to the floor that was made after the first look', () => {
    using world = stand()
    hardLink('ws/a.txt')(world)
    expect(outcome(world, 'a.txt', 'read')).toBe('inside @ws/a.txt')
    linkSync(`${world.workspace}/a.txt`, `${world.data}/h`)
    expect(outcome(world, 'a.txt', 'read')).toBe('inside floor @ws/a.txt')
  })

  it('opens nothing on the floor, gate or no gate', async () => {
    using world = fileWorld()
    const options = { mode: 'append', createDirs: true, callId: 'call_1' } as const
    const [database, directory] = [world.locate('../data/upperhand.db', 'write'), world.locate('../data')]
    for (const attempt of [
      () => world.files.readBytes(database, { maxBytes: 1 }),
      () => world.files.readLines(database, { first: 1, count: 1, maxBytes: 1 }),
      () => world.files.writeFile(database, 'x', options),
      () => world.files.listDirectory(directory, { depth: 1, limit: 1 }),
      async () => world.files.previewWrite(database, 'x', 'append'),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    }
  })
})

function outcome(world: FileWorld, given: string, access: Access, place: Partial<Place> = {}): string {
  try {
    const { resource } = world.locate(given.replace(/^@/, `${world.root}/`), access, place)
    const isProtected = resource.protection.class !== 'none'
    return [
      resource.zone,
      ...(isProtected ? [resource.protection.class] : []),
      ...(resource.exists ? [] : ['missing']),
      resource.path === world.root ? '@' : resource.path.replace(`${world.root}/`, '@'),
    ].join(' ')
  } catch (cause) {
    if (cause instanceof HostError) return cause.code
    throw cause
  }
}

function split(ask: string): [Access, string] {
  const space = ask.indexOf(' ')
  return [ask.slice(0, space) as Access, ask.slice(space + 1)]
}

function file(name: string): Setup {
  return (world) => world.file(name)
}

function fifo(world: FileWorld): void {
  world.fifo('ws/p')
}

/** Names are below the workspace. */
function links(targets: Readonly<Record<string, string>>): Setup {
  return (world) => {
    for (const [name, target] of Object.entries(targets)) {
      const path = `${world.workspace}/${name}`
      mkdirSync(dirname(path), { recursive: true })
      symlinkSync(target.replace(/^@/, `${world.root}/`), path)
    }
  }
}

function hardLink(target: string): Setup {
  return (world) => linkSync(`${world.root}/${target}`, `${world.workspace}/h`)
}

function chain(length: number): Setup {
  return (world) => {
    for (let index = 0; index < length; index += 1) {
      symlinkSync(index === length - 1 ? 'a.txt' : `l${index + 1}`, `${world.workspace}/l${index}`)
    }
  }
}

/** The daemon keeps using it by its old name, which now is a link. */
function moveData(world: FileWorld): void {
  renameSync(world.data, `${world.workspace}/moved`)
  symlinkSync(`${world.workspace}/moved`, world.data)
}

function projects(...names: readonly string[]) {
  return ({ root }: FileWorld): Partial<Place> => ({
    policy: 'projects',
    roots: names.map((name) => `${root}/${name}`),
  })
}
