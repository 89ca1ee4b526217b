import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileWorld, fileWorld } from '../../test/support/file-world.ts'
import { HostError } from '../base/host-error.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Access, PathResource } from '../contract/resources.ts'
import type { Place } from '../contract/run.ts'

interface Expected {
  readonly path?: string
  readonly zone?: PathResource['zone']
  readonly class?: PathResource['protection']['class']
  readonly exists?: boolean
  readonly error?: ErrorCode
}

interface Row {
  readonly given: string | ((world: FileWorld) => string)
  readonly setup?: (world: FileWorld) => void
  readonly access?: Access
  readonly place?: (world: FileWorld) => Partial<Place>
  /** A path that starts with `@` is below the world's root. */
  readonly is: Expected
}

const inside = { zone: 'inside', class: 'none' } as const
const outside = { zone: 'outside', class: 'none' } as const

const link = (target: string, name: string) => (world: FileWorld) => {
  mkdirSync(dirname(join(world.root, name)), { recursive: true })
  symlinkSync(target.replace(/^@/, `${world.root}/`), join(world.root, name))
}

const ROWS: readonly (readonly [string, Row])[] = [
  [
    'a relative path starts at the working directory',
    { given: 'a.txt', is: { path: '@ws/a.txt', ...inside, exists: true } },
  ],
  [
    'an absolute path stays what it is',
    { given: ({ workspace }) => `${workspace}/a.txt`, is: { path: '@ws/a.txt', ...inside } },
  ],
  ['a dot is the working directory', { given: '.', is: { path: '@ws', ...inside, exists: true } }],
  ['dots in between mean nothing', { given: './sub/./b.txt', is: { path: '@ws/sub/b.txt', ...inside } }],
  ['doubled slashes mean nothing', { given: 'sub//b.txt', is: { path: '@ws/sub/b.txt', ...inside } }],
  ['dot-dot goes up', { given: 'sub/../a.txt', is: { path: '@ws/a.txt', ...inside } }],
  [
    'dot-dot out of the workspace is outside',
    { given: '../outside/secret.txt', is: { path: '@outside/secret.txt', ...outside } },
  ],
  ['dot-dot above the root stays at the root', { given: '/../../..', is: { path: '/', ...outside } }],
  ['the parent of the workspace is outside', { given: '..', is: { path: '@', ...outside } }],
  [
    'a neighbour with the same prefix is outside',
    { given: ({ root }) => `${root}/ws-other/c.txt`, is: { path: '@ws-other/c.txt', ...outside } },
  ],
  ['a trailing slash on a directory is fine', { given: 'sub/', is: { path: '@ws/sub', ...inside, exists: true } }],
  [
    'a missing file in an existing directory is located',
    { given: 'new.txt', access: 'write', is: { path: '@ws/new.txt', ...inside, exists: false } },
  ],
  [
    'missing directories are located too',
    { given: 'x/y/z.txt', access: 'write', is: { path: '@ws/x/y/z.txt', ...inside, exists: false } },
  ],
  [
    'a missing tail outside is outside',
    { given: '../nowhere/z.txt', access: 'write', is: { path: '@nowhere/z.txt', ...outside } },
  ],
  ['dot-dot after something missing is not found', { given: 'x/../a.txt', is: { error: 'NOT_FOUND' } }],
  ['nothing is below a file', { given: 'a.txt/b', is: { error: 'NOT_FOUND' } }],
  ['dot-dot behind a file is not found', { given: 'a.txt/..', is: { error: 'NOT_FOUND' } }],
  ['a tilde is the home directory', { given: '~', is: { path: '@home', ...outside } }],
  [
    'a tilde with a slash is in the home directory',
    { given: '~/notes.txt', is: { path: '@home/notes.txt', ...outside } },
  ],
  [
    'a tilde with a name is an ordinary name',
    { given: '~root/x', is: { path: '@ws/~root/x', ...inside, exists: false } },
  ],
  [
    'a tilde further on is an ordinary name',
    { given: 'sub/~/x', is: { path: '@ws/sub/~/x', ...inside, exists: false } },
  ],
  ['an empty path is refused', { given: '', is: { error: 'INVALID_PARAMETERS' } }],
  ['a NUL is refused', { given: 'a\0b', is: { error: 'INVALID_PARAMETERS' } }],
  ['a lone surrogate is refused', { given: 'a\ud800b', is: { error: 'INVALID_PARAMETERS' } }],
  ['a path of more than 4096 bytes is refused', { given: 'ä'.repeat(2_049), is: { error: 'INVALID_PARAMETERS' } }],
  ['a name of more than 255 bytes is refused', { given: 'x'.repeat(300), is: { error: 'INVALID_PARAMETERS' } }],
  [
    'a name with a newline is a name',
    { setup: (world) => world.file('ws/a\nb'), given: 'a\nb', is: { path: '@ws/a\nb', ...inside, exists: true } },
  ],
  [
    'a name with a backslash is a name',
    { setup: (world) => world.file('ws/\\x'), given: '\\x', is: { path: '@ws/\\x', exists: true } },
  ],
  [
    'spaces at the ends belong to the name',
    { setup: (world) => world.file('ws/ a '), given: ' a ', is: { path: '@ws/ a ', exists: true } },
  ],
  [
    'composed and decomposed letters are two names',
    { setup: (world) => world.file('ws/\u00e9'), given: 'e\u0301', is: { exists: false, ...inside } },
  ],
  ['another case is another name', { given: 'A.TXT', is: { path: '@ws/A.TXT', exists: false } }],

  [
    'a link inside is its target',
    { setup: link('sub/b.txt', 'ws/l'), given: 'l', is: { path: '@ws/sub/b.txt', ...inside, exists: true } },
  ],
  [
    'a link out of the workspace is outside',
    { setup: link('@outside/secret.txt', 'ws/l'), given: 'l', is: { path: '@outside/secret.txt', ...outside } },
  ],
  [
    'a relative link out of the workspace is outside',
    { setup: link('../outside', 'ws/l'), given: 'l/secret.txt', is: { path: '@outside/secret.txt', ...outside } },
  ],
  [
    'a write through a link is judged at its target',
    {
      setup: link('@outside/secret.txt', 'ws/l'),
      given: 'l',
      access: 'write',
      is: { path: '@outside/secret.txt', ...outside },
    },
  ],
  [
    'a dangling link is judged at its target',
    {
      setup: link('@outside/none.txt', 'ws/l'),
      given: 'l',
      access: 'write',
      is: { path: '@outside/none.txt', ...outside, exists: false },
    },
  ],
  [
    'a dangling link to directories is judged at its target',
    {
      setup: link('@outside/no/dir', 'ws/l'),
      given: 'l/f',
      access: 'write',
      is: { path: '@outside/no/dir/f', ...outside },
    },
  ],
  [
    'a link to a link is followed',
    {
      setup: links({ l: 'm', m: '@outside' }),
      given: 'l/secret.txt',
      is: { path: '@outside/secret.txt', ...outside },
    },
  ],
  [
    'links that point at each other are refused',
    {
      setup: links({ l: 'm', m: 'l' }),
      given: 'l',
      is: { error: 'INVALID_PARAMETERS' },
    },
  ],
  ['a link to itself is refused', { setup: link('l', 'ws/l'), given: 'l', is: { error: 'INVALID_PARAMETERS' } }],
  ['forty links are followed', { setup: chain(40), given: 'l0', is: { path: '@ws/a.txt', ...inside } }],
  ['forty-one are not', { setup: chain(41), given: 'l0', is: { error: 'INVALID_PARAMETERS' } }],
  [
    'dot-dot behind a link goes up from its target',
    { setup: link('@outside/deep', 'ws/l'), given: 'l/../secret.txt', is: { path: '@outside/secret.txt', ...outside } },
  ],
  [
    'a link back into the workspace is inside',
    {
      setup: link('@ws/sub', 'outside/back'),
      given: '../outside/back/b.txt',
      is: { path: '@ws/sub/b.txt', ...inside },
    },
  ],
  [
    'a link with a trailing slash is its directory',
    { setup: link('@outside', 'ws/l'), given: 'l/', access: 'destroy', is: { path: '@outside', ...outside } },
  ],
  [
    'to delete a link is to delete the link',
    {
      setup: link('@outside/secret.txt', 'ws/l'),
      given: 'l',
      access: 'destroy',
      is: { path: '@ws/l', ...inside, exists: true },
    },
  ],
  [
    'to delete behind a link is to delete at its target',
    {
      setup: link('@outside', 'ws/l'),
      given: 'l/secret.txt',
      access: 'destroy',
      is: { path: '@outside/secret.txt', ...outside },
    },
  ],
  [
    'a rename to outside is judged there',
    { given: '../outside/moved.txt', access: 'destroy', is: { path: '@outside/moved.txt', ...outside } },
  ],
  [
    'a working directory reached by a link is the same directory',
    {
      setup: link('@ws', 'alias'),
      given: 'a.txt',
      place: ({ root }) => ({ workdir: `${root}/alias` }),
      is: { path: '@ws/a.txt', ...inside },
    },
  ],
  [
    'an alias of the workspace is inside',
    { setup: link('@ws', 'alias'), given: ({ root }) => `${root}/alias/a.txt`, is: { path: '@ws/a.txt', ...inside } },
  ],

  [
    'under open everything is inside',
    { given: '../outside/secret.txt', place: () => ({ policy: 'open' }), is: { zone: 'inside' } },
  ],
  [
    'under projects a root is inside',
    { given: '../outside/secret.txt', place: (world) => ({ policy: 'projects', roots: [world.outside] }), is: inside },
  ],
  [
    'under projects the working directory is not enough',
    { given: 'a.txt', place: (world) => ({ policy: 'projects', roots: [world.outside] }), is: outside },
  ],
  [
    'under projects without roots nothing is inside',
    { given: 'a.txt', place: () => ({ policy: 'projects', roots: [] }), is: outside },
  ],
  [
    'a root that does not exist has nothing inside',
    { given: 'a.txt', place: ({ root }) => ({ policy: 'projects', roots: [`${root}/gone`] }), is: outside },
  ],
  [
    'an absolute path does not escape the project',
    {
      given: '/etc/hostname',
      place: (world) => ({ policy: 'projects', roots: [world.workspace] }),
      is: { zone: 'outside' },
    },
  ],

  ['the data directory is floor', { given: ({ data }) => data, is: { class: 'floor' } }],
  ['what is in it is floor', { given: '../data/upperhand.db', is: { class: 'floor' } }],
  ['what could be in it is floor', { given: '../data/new/x', access: 'write', is: { class: 'floor', exists: false } }],
  [
    'a link to it is floor',
    { setup: link('@data', 'ws/l'), given: 'l/upperhand.db', is: { class: 'floor', path: '@data/upperhand.db' } },
  ],
  [
    'a hard link to a file in it is floor',
    {
      setup: (world) => linkSync(`${world.data}/upperhand.db`, `${world.workspace}/h`),
      given: 'h',
      is: { class: 'floor', path: '@ws/h' },
    },
  ],
  [
    'a hard link to something else is not',
    { setup: (world) => linkSync(`${world.workspace}/a.txt`, `${world.workspace}/h`), given: 'h', is: inside },
  ],
  [
    'configuration that does not exist yet is floor',
    { given: '../config/settings.json', access: 'write', is: { class: 'floor' } },
  ],
  ['in another case as well', { given: '../CONFIG/Settings.json', access: 'write', is: { class: 'floor' } }],
  [
    'a runtime directory that does not exist yet is floor',
    { given: '../run/upperhand/socket', access: 'write', is: { class: 'floor' } },
  ],
  [
    'a neighbour of it with the same prefix is not',
    { given: '../run/upperhand-other', access: 'write', is: { class: 'none' } },
  ],
  ['to delete a parent of the floor is floor', { given: '..', access: 'destroy', is: { class: 'floor' } }],
  ['to read a parent of it is not', { given: '..', access: 'read', is: { class: 'none' } }],
  [
    'under open the floor stays the floor',
    { given: '../data/x', place: () => ({ policy: 'open' }), is: { class: 'floor', zone: 'inside' } },
  ],
  [
    'a data directory that was moved into the workspace is still floor there',
    { setup: moveData, given: 'moved/upperhand.db', is: { class: 'floor' } },
  ],

  ['/proc/self/root is not followed', { given: '/proc/self/root/etc/hostname', is: { error: 'PERMISSION_DENIED' } }],
  ['/proc/self/cwd is not followed', { given: '/proc/self/cwd/package.json', is: { error: 'PERMISSION_DENIED' } }],
  ['an open file in /proc is not followed', { given: '/proc/self/fd/0', is: { error: 'PERMISSION_DENIED' } }],
  ['/dev/stdin leads there and is not followed', { given: '/dev/stdin', is: { error: 'PERMISSION_DENIED' } }],
  [
    'a link to /proc/self/root is not followed',
    { setup: link('/proc/self/root', 'ws/l'), given: 'l/etc/hostname', is: { error: 'PERMISSION_DENIED' } },
  ],
  [
    'the environment of a process is critical',
    { given: '/proc/self/environ', is: { class: 'critical', path: `/proc/${process.pid}/environ` } },
  ],
  ['so is that of another process', { given: '/proc/1/environ', is: { class: 'critical' } }],
  ['general facts in /proc are not', { given: '/proc/meminfo', is: outside }],
  ['to write them is', { given: '/proc/sys/kernel/hostname', access: 'write', is: { class: 'critical' } }],

  [
    'a link called .env is critical whatever it points to',
    { setup: link('a.txt', 'ws/.env'), given: '.env', is: { class: 'critical', path: '@ws/a.txt' } },
  ],
  [
    'a directory called .ssh is critical behind a link',
    { setup: link('@outside', 'ws/.ssh'), given: '.ssh/secret.txt', is: { class: 'critical' } },
  ],
  [
    'a FIFO is located like a file',
    {
      setup: (world) => execFileSync('mkfifo', [`${world.workspace}/p`]),
      given: 'p',
      is: { path: '@ws/p', ...inside },
    },
  ],
  ['a device is located like a file', { given: '/dev/null', is: { path: '/dev/null', exists: true } }],
  ['to write to a device is critical', { given: '/dev/null', access: 'write', is: { class: 'critical' } }],
]

describe('locating a path', () => {
  it.each(ROWS)('%s', (_sentence, { given, setup, access = 'read', place, is }) => {
    using world = fileWorld()
    world.file('ws/a.txt')
    world.file('ws/sub/b.txt')
    world.file('ws-other/c.txt')
    world.file('outside/secret.txt')
    world.directory('outside/deep')
    setup?.(world)
    expect(outcome(world, typeof given === 'string' ? given : given(world), access, place)).toMatchObject(
      is.path === undefined
        ? is
        : { ...is, path: is.path.replace(/^@\/?/, () => `${world.root}/`).replace(/(?<=.)\/$/, '') },
    )
  })

  it('names what was given when it refuses', () => {
    using world = fileWorld()
    expect(() => world.locate('a\0b')).toThrow('"a\\u0000b" is not a usable path: it contains a NUL character.')
  })

  it('gives a socket the identity of a file', async () => {
    using world = fileWorld()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(`${world.workspace}/s`, resolve))
    expect(world.locate('s').resource).toMatchObject({ exists: true, zone: 'inside' })
    await new Promise((resolve) => server.close(resolve))
  })

  it('changes identity when the file is replaced, and when its directory is', () => {
    using world = fileWorld()
    world.file('ws/sub/b.txt')
    const { identity } = world.locate('sub/b.txt').resource
    world.file('ws/sub/new.txt')
    renameSync(`${world.workspace}/sub/new.txt`, `${world.workspace}/sub/b.txt`)
    const replaced = world.locate('sub/b.txt').resource.identity
    expect(replaced).not.toBe(identity)
    rmSync(`${world.workspace}/sub`, { recursive: true })
    expect(world.locate('sub/b.txt').resource.identity).toMatch(/^missing@/)
  })

  it('sees at once that a floor was replaced by another directory', () => {
    using world = fileWorld()
    rmSync(world.data, { recursive: true })
    world.directory('data/inner')
    expect(world.locate('../data/inner').resource.protection.class).toBe('floor')
  })

  it('sees a hard link to the floor that was made after the first look', () => {
    using world = fileWorld()
    const own = world.file('ws/h')
    linkSync(own, `${world.workspace}/h2`)
    expect(world.locate('h').resource.protection.class).toBe('none')
    linkSync(own, `${world.data}/h3`)
    expect(world.locate('h').resource.protection.class).toBe('floor')
  })
})

function outcome(world: FileWorld, given: string, access: Access, place: Row['place']): Expected {
  try {
    const { path, zone, protection, exists } = world.locate(given, access, place?.(world)).resource
    return { path, zone, class: protection.class, exists }
  } catch (cause) {
    if (cause instanceof HostError) return { error: cause.code }
    throw cause
  }
}

function links(targets: Readonly<Record<string, string>>) {
  return (world: FileWorld) => {
    for (const [name, target] of Object.entries(targets)) link(target, `ws/${name}`)(world)
  }
}

function chain(length: number) {
  return (world: FileWorld) => {
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
