import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixtureCatalog, sketch, TOOLSETS } from '../../test/support/fixture-catalog.ts'
import { temporaryProfiles } from '../../test/support/temporary-profiles.ts'
import { createCatalog } from '../tools/catalog.ts'
import { disabledError } from './disabled-error.ts'
import type { Profiles } from './profiles.ts'

const PRD = readFileSync(new URL('../../test/fixtures/prd-tools.json.txt', import.meta.url), 'utf8')

function profile(profiles: Profiles, id?: string) {
  const found = profiles.lookup(id)
  if (!found.ok) throw new Error(found.reason)
  return found.profile
}

const toolNames = (profiles: Profiles, id: string) => profiles.published(id).tools.map(({ name }) => name)

describe('the first run', () => {
  test('writes a complete file and its good copy, for the owner only', () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    expect(home.file().profiles.map(({ id }) => id)).toEqual([
      'workspace-agent',
      'remote-primitives',
      'project-automation',
      'read-only',
      'everything',
    ])
    expect(home.file().profiles[0]?.categories.flatMap(({ tools }) => tools)).toHaveLength(
      fixtureCatalog().entries.length,
    )
    expect(readFileSync(`${home.path}.last-good`, 'utf8')).toBe(home.text())
    expect(statSync(home.path).mode & 0o777).toBe(0o600)
    expect(readdirSync(home.directory).sort()).toEqual(['tools.json', 'tools.json.last-good'])
    expect(profiles.problems()).toEqual([])
    expect(profiles.activeId()).toBe('workspace-agent')
    expect(profiles.safeMode()).toBeNull()
  })

  test('the second run changes nothing', () => {
    using home = temporaryProfiles()
    home.start().close()
    const before = statSync(home.path)
    home.start()
    expect(statSync(home.path).ino).toBe(before.ino)
  })

  test('a place that cannot be written leaves the stock profiles in force, and is told', () => {
    // The name is short enough to be read, and too long for the temporary file beside it.
    using home = temporaryProfiles(undefined, 'x'.repeat(242))
    const profiles = home.start()
    expect(profiles.problems()).toMatchObject([{ severity: 'warning' }, { severity: 'warning' }])
    expect(profiles.problems()[0]?.message).toMatch(/cannot be written \(ENAMETOOLONG\)\.$/)
    expect(profile(profiles).level).toBe('execute_with_confirm')
    expect(() => profiles.setTool('everything', 'think', false)).toThrow('cannot be written')
    expect(profile(profiles, 'everything').isEnabled('think')).toBe(true)
    expect(readdirSync(home.directory)).toEqual([])
  })

  test('a good copy that cannot be written is told', () => {
    using home = temporaryProfiles(PRD)
    mkdirSync(`${home.path}.last-good`)
    expect(home.start().problems()).toMatchObject([
      { severity: 'warning', message: 'tools.json.last-good cannot be written (EISDIR).' },
    ])
  })
})

describe('lookup', () => {
  test('without a name it is the active profile', () => {
    using home = temporaryProfiles()
    expect(profile(home.start()).id).toBe('workspace-agent')
  })

  test.each(['nobody', '__proto__', 'constructor', ''])('there is no profile %j, and none stands in for it', (id) => {
    using home = temporaryProfiles()
    const profiles = home.start()
    expect(profiles.lookup(id)).toEqual({
      ok: false,
      reason: `There is no profile "${id}".`,
      hint: 'Profiles: workspace-agent, remote-primitives, project-automation, read-only, everything.',
    })
    expect(profiles.published(id)).toEqual({ tools: [], json: '[]' })
  })

  test('a disabled profile publishes nothing and says why', () => {
    using home = temporaryProfiles()
    home.start().close()
    const file = home.file()
    home.write(
      JSON.stringify({ ...file, profiles: file.profiles.map((one) => ({ ...one, enabled: one.id !== 'everything' })) }),
    )
    const profiles = home.start()
    expect(profiles.lookup('everything')).toMatchObject({ ok: false, reason: 'Profile "everything" is disabled.' })
    expect(profiles.published('everything').tools).toEqual([])
  })

  test('an unknown active profile is reported and gives no tools', () => {
    using home = temporaryProfiles(PRD.replace('"activeProfile": "default"', '"activeProfile": "defualt"'))
    const profiles = home.start()
    expect(profiles.lookup().ok).toBe(false)
    expect(profiles.problems()[0]?.message).toBe(
      'tools.json, line 3, column 20: the active profile "defualt" does not exist: callers that name none get no tools.',
    )
  })
})

describe('the example of the product document', () => {
  test('loads as it stands, comments included', () => {
    using home = temporaryProfiles(PRD)
    const profiles = home.start()
    expect(profiles.problems()).toEqual([])
    expect(toolNames(profiles, 'default')).toEqual(['fs_list', 'fs_read', 'shell_exec'])
    expect(profile(profiles)).toMatchObject({
      id: 'default',
      label: 'Default',
      level: 'execute_with_confirm',
      paths: 'workspace',
      spelling: 'flat',
      confirms: 'person',
      onAsk: 'wait',
      onDisconnect: 'stop',
    })
    expect(home.text()).toBe(PRD)
  })

  test('the catalog knows better than the copies in the file', () => {
    using home = temporaryProfiles(PRD.replace('List files and directories', 'Delete files and directories'))
    expect(home.start().published('default').tools[0]?.description).toBe('Does fs_list.')
  })

  test.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['trailing commas', (text: string) => text.replaceAll(/\}(\s*)\]/g, '},$1]')],
  ])('%s is fine', (_sentence, change) => {
    using home = temporaryProfiles(change(PRD))
    expect(toolNames(home.start(), 'default')).toEqual(['fs_list', 'fs_read', 'shell_exec'])
  })

  test.each(['fs_list', 'filesystem.fs_list', 'file_operations.read_file', 'read_file', 'think', 'todo_read'])(
    '%s names a tool',
    (id) => {
      using home = temporaryProfiles(PRD.replace('"id": "fs_list"', `"id": "${id}"`))
      const profiles = home.start()
      expect(profiles.problems()).toEqual([])
      expect(profiles.describe('default').operations).toBe(3)
    },
  )

  test('unknown ids are kept and reported with their place', () => {
    using home = temporaryProfiles(PRD.replace('"id": "shell_exec"', '"id": "shell_exce"'))
    const profiles = home.start()
    expect(toolNames(profiles, 'default')).toEqual(['fs_list', 'fs_read'])
    expect(profiles.problems()).toMatchObject([
      {
        severity: 'warning',
        line: 48,
        message: 'tools.json, line 48, column 21: profile default: "shell_exce" is not a tool of this version.',
      },
    ])
    profiles.setTool('default', 'fs_write', true)
    expect(home.text()).toContain('"shell_exce"')
  })

  test('a tool of a toolset that could not start is not unknown', () => {
    using home = temporaryProfiles(PRD)
    const catalog = createCatalog(
      TOOLSETS.filter(({ name }) => name !== 'shell'),
      [{ name: 'shell', category: 'shell', reason: 'no PTY', operations: ['shell_exec'] }],
    )
    expect(home.start(catalog).problems()).toEqual([])
  })
})

describe('what is on', () => {
  const start = (categories: unknown, more: object = {}) => {
    const home = temporaryProfiles(
      JSON.stringify({ version: 1, activeProfile: 'p', profiles: [{ id: 'p', enabled: true, ...more, categories }] }),
    )
    return { home, profiles: home.start() }
  }
  const files = (enabled: boolean, ...tools: [string, boolean][]) => ({
    id: 'files',
    enabled,
    tools: tools.map(([id, isOn]) => ({ id, enabled: isOn })),
  })

  test.each<[string, unknown, string[]]>([
    ['nothing that is not mentioned', [], []],
    ['nothing in a category that is off', [files(false, ['read_file', true])], []],
    ['what is listed', [files(true, ['read_file', true], ['list_dir', false])], ['read_file']],
    [
      'a whole toolset under its name',
      [files(true, ['file_operations', true])],
      ['read_file', 'list_dir', 'create_file', 'delete_file'],
    ],
    [
      'a whole toolset but for what is off',
      [files(true, ['file_operations', true], ['delete_file', false])],
      ['read_file', 'list_dir', 'create_file'],
    ],
    [
      'not what is listed twice and once off',
      [files(true, ['read_file', false], ['file_operations.read_file', true])],
      [],
    ],
    [
      'not what is listed elsewhere while its own category is off',
      [{ ...files(true, ['read_file', true]), id: 'shell' }, files(false)],
      [],
    ],
    [
      'what is listed in a category of one’s own',
      [{ ...files(true, ['read_file', true]), id: 'favourites' }],
      ['read_file'],
    ],
  ])('%s', (_sentence, categories, expected) => {
    const { home, profiles } = start(categories)
    using _ = home
    expect(toolNames(profiles, 'p')).toEqual(expected)
  })

  test('permissions and auto-approve take every spelling; the strictest holds', () => {
    const { home, profiles } = start([], {
      toolPermissions: {
        file_operations: 'confirm',
        read_file: 'allowed',
        'file_operations.delete_file': 'blocked',
        nonsense: 'allowed',
      },
      autoApprove: { enabled: true, tools: ['fs_read', 'todo_operations'] },
      limits: { readFileLines: 10, speed: 3 },
    })
    using _ = home
    const { permission, autoApproves } = profile(profiles, 'p')
    expect(['read_file', 'delete_file', 'create_file'].map((name) => permission(`file_operations.${name}`))).toEqual([
      'confirm',
      'blocked',
      'confirm',
    ])
    expect(permission('think')).toBeUndefined()
    expect(['filesystem.fs_read', 'todo_operations.write', 'think'].map(autoApproves)).toEqual([true, true, false])
    expect(profiles.limits('p')).toEqual({ readFileLines: 10 })
    expect(profiles.problems().map(({ message }) => message.split(': ').at(-1))).toEqual([
      '"nonsense" is not a tool of this version.',
      '"speed" is not a limit.',
    ])
  })

  test('auto-approve that is off approves nothing', () => {
    const { home, profiles } = start([], { autoApprove: { enabled: false, tools: ['fs_read'] } })
    using _ = home
    expect(profile(profiles, 'p').autoApproves('filesystem.fs_read')).toBe(false)
  })
})

describe('a new version', () => {
  const more = [...TOOLSETS.slice(0, -1), { ...TOOLSETS.at(-1)!, name: 'ask_again', operations: [sketch('ask_again')] }]

  test('brings a new tool to stock profiles, and switched off to others', () => {
    using home = temporaryProfiles()
    const old = home.start(createCatalog(TOOLSETS.slice(0, -1)))
    old.clone('workspace-agent', 'mine')
    old.setTool('read-only', 'list_dir', false)
    old.close()
    const profiles = home.start(createCatalog(more))
    expect(toolNames(profiles, 'workspace-agent')).toContain('ask_again')
    expect(toolNames(profiles, 'mine')).not.toContain('ask_again')
    expect(profiles.list().map(({ id, origin }) => `${id} ${origin}`)).toEqual([
      'workspace-agent stock',
      'remote-primitives stock',
      'project-automation stock',
      'read-only customised',
      'everything stock',
      'mine own',
    ])
    profiles.setTool('mine', 'think', false)
    const written = home
      .file()
      .profiles.map(({ id, categories }) => [
        id,
        categories.flatMap(({ tools }) => tools).find((tool) => tool.id === 'ask_again')?.enabled,
      ])
    expect(written).toEqual([
      ['workspace-agent', true],
      ['remote-primitives', true],
      ['project-automation', true],
      ['read-only', false],
      ['everything', true],
      ['mine', false],
    ])
    expect(toolNames(profiles, 'remote-primitives')).not.toContain('ask_again')
    expect(profiles.list().filter(({ origin }) => origin === 'stock')).toHaveLength(4)
  })
})

describe('live', () => {
  const off = (text: string) => text.replace(/("file_operations\.delete_file".*?"enabled": )true/, '$1false')

  test('an edit by hand takes effect at once', async () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    const before = profiles.published('workspace-agent')
    const change = await home.noticed(profiles, () => home.write(off(home.text())))
    expect(change.changed).toEqual(['workspace-agent'])
    expect(profile(profiles).isEnabled('file_operations.delete_file')).toBe(false)
    expect(before.json).toContain('delete_file')
    expect(profiles.published('workspace-agent').json).not.toContain('delete_file')
    expect(readFileSync(`${home.path}.last-good`, 'utf8')).toBe(home.text())
  })

  test('so does an editor that replaces the file, again and again', async () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    const replace = (text: string) => {
      writeFileSync(`${home.path}~`, text)
      renameSync(`${home.path}~`, home.path)
    }
    const on = home.text()
    for (const text of [off(on), on, off(on)]) {
      await home.noticed(profiles, () => replace(text))
      expect(profile(profiles).isEnabled('file_operations.delete_file')).toBe(text === on)
    }
  })

  test('what did not change is not published anew', async () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    const before = profiles.published('remote-primitives')
    await home.noticed(profiles, () => home.write(off(home.text())))
    expect(profiles.published('remote-primitives')).toBe(before)
  })

  test('a listener that throws stops nobody', async () => {
    using home = temporaryProfiles()
    const profiles = home.start()
    profiles.onChange(() => {
      throw new Error('no')
    })
    expect((await home.noticed(profiles, () => profiles.setTool('everything', 'think', false))).changed).toEqual([
      'everything',
    ])
    expect(home.logged.join()).toContain('a listener of profiles failed')
  })

  test('a link is followed, and stays a link', async () => {
    using home = temporaryProfiles()
    home.start().close()
    mkdirSync(join(home.directory, 'dotfiles'))
    renameSync(home.path, join(home.directory, 'dotfiles', 'tools.json'))
    symlinkSync(join('dotfiles', 'tools.json'), home.path)
    const profiles = home.start()
    profiles.setTool('everything', 'think', false)
    expect(readFileSync(join(home.directory, 'dotfiles', 'tools.json'), 'utf8')).toBe(home.text())
    expect(statSync(home.path).isFile()).toBe(true)
    await home.noticed(profiles, () => writeFileSync(join(home.directory, 'dotfiles', 'tools.json'), off(home.text())))
    expect(profile(profiles).isEnabled('file_operations.delete_file')).toBe(false)
  })
})

describe('damage', () => {
  const DAMAGED: [string, string, string][] = [
    ['nothing at all', '', 'a value is expected here'],
    ['half a file', '{"version": 1, "profiles": [', 'is expected here'],
    ['another version', '{"version": 2, "activeProfile": "x", "profiles": []}', 'version must be 1; 2 was given'],
    [
      'a word for a switch',
      PRD.replace('"enabled": true', '"enabled": "yes"'),
      'profiles[0].enabled must be true or false; "yes" was given',
    ],
    [
      'a misspelled setting',
      PRD.replace('"label": "Default"', '"levle": "read_only"'),
      'There is no field "levle" in profiles[0]. Did you mean level?',
    ],
    [
      'a level that does not exist',
      PRD.replace('"label": "Default"', '"level": "admin"'),
      'level must be one of "read_only", "execute_with_confirm", "full_access"; "admin" was given',
    ],
    [
      'a key that stands twice',
      PRD.replace('"label": "Default"', '"enabled": false'),
      'The key "enabled" stands twice in one object',
    ],
    [
      'a tool without a switch',
      PRD.replace(/("category": "shell",\s+)"enabled": true,/, '$1'),
      'tools[0].enabled is missing; it must be true or false',
    ],
    ['a prototype', PRD.replace('"label": "Default"', '"__proto__": {}'), 'There is no field "__proto__"'],
    ['a tower of brackets', '['.repeat(100_000), 'nests too deep'],
    [
      'two profiles of one id',
      '{"version":1,"activeProfile":"a","profiles":[{"id":"a","enabled":true,"categories":[]},{"id":"a","enabled":true,"categories":[]}]}',
      'Two profiles have this id',
    ],
  ]

  test.each(DAMAGED)(
    '%s: the last good one stays in force, the file stays as it is',
    async (_sentence, text, reason) => {
      using home = temporaryProfiles(PRD)
      const profiles = home.start()
      const change = await home.noticed(profiles, () => home.write(text))
      expect(change.changed).toEqual([])
      expect(change.problems).toMatchObject([
        { severity: 'error', line: expect.any(Number), column: expect.any(Number) },
      ])
      expect(change.problems[0]?.message).toContain(reason)
      expect(change.problems[0]?.message).toMatch(
        /^tools\.json, line \d+, column \d+: .* The last good one stays in force\.$/,
      )
      expect(toolNames(profiles, 'default')).toEqual(['fs_list', 'fs_read', 'shell_exec'])
      expect(home.text()).toBe(text)
      expect(home.logged.join()).toContain('The last good one stays in force')
      expect(home.told.at(-1)).toEqual(change.problems)
      profiles.close()

      const next = home.start()
      expect(toolNames(next, 'default')).toEqual(['fs_list', 'fs_read', 'shell_exec'])
      expect(next.problems()[0]?.message).toContain(reason)
      expect(next.safeMode()).toBeNull()
      expect(home.text()).toBe(text)
    },
  )

  test.each(DAMAGED)('%s, and no good copy: every profile only reads', (_sentence, text, reason) => {
    using home = temporaryProfiles(text)
    const profiles = home.start()
    expect(profiles.safeMode()).toContain(reason)
    expect(profiles.safeMode()).toContain('so every profile is read-only')
    expect(profiles.list().map(({ level, confirms }) => `${level} ${confirms}`)).toEqual(
      Array(5).fill('read_only person'),
    )
    expect(profiles.list().map(({ paths }) => paths)).not.toContain('open')
    expect(profiles.lookup('default')).toMatchObject({ ok: false, hint: expect.stringContaining(reason) })
    expect(existsSync(`${home.path}.last-good`)).toBe(false)
    expect(home.text()).toBe(text)
  })

  test('a place is told where an editor shows it', () => {
    using home = temporaryProfiles('{\n  "version": 1,\n  "activeProfile": "x"\n  "profiles": []\n}')
    expect(home.start().problems()).toMatchObject([{ line: 4, column: 3 }])
  })

  test('bytes that are no text', async () => {
    using home = temporaryProfiles(PRD)
    const profiles = home.start()
    const change = await home.noticed(profiles, () => writeFileSync(home.path, Buffer.from([0xff, 0xfe, 0x00])))
    expect(change.problems[0]?.message).toBe(
      'tools.json cannot be read: it is not UTF-8 text. The last good one stays in force.',
    )
  })

  test('a file that is mended is in force again', async () => {
    using home = temporaryProfiles('{')
    const profiles = home.start()
    await home.noticed(profiles, () => home.write(PRD))
    expect(profiles.safeMode()).toBeNull()
    expect(profiles.problems()).toEqual([])
    expect(home.told.at(-1)).toEqual([])
    expect(toolNames(profiles, 'default')).toEqual(['fs_list', 'fs_read', 'shell_exec'])
  })

  test('a damaged file that is removed makes way for a fresh one', async () => {
    using home = temporaryProfiles('{')
    const profiles = home.start()
    await home.noticed(profiles, () => unlinkSync(home.path))
    expect(profiles.safeMode()).toBeNull()
    expect(home.file().profiles).toHaveLength(5)
  })

  test('a good file that is removed stays in force, and is back after a restart', async () => {
    using home = temporaryProfiles(PRD)
    const profiles = home.start()
    const change = await home.noticed(profiles, () => unlinkSync(home.path))
    expect(change.problems[0]?.message).toBe('tools.json is missing. The last good one stays in force.')
    expect(toolNames(profiles, 'default')).toHaveLength(3)
    profiles.close()
    home.start()
    expect(home.text()).toBe(PRD)
  })

  test('a missing file with a damaged copy is not a first run', () => {
    using home = temporaryProfiles()
    writeFileSync(`${home.path}.last-good`, '{')
    const profiles = home.start()
    expect(profiles.safeMode()).toContain('tools.json is missing')
    expect(existsSync(home.path)).toBe(false)
  })
})

describe('a disabled tool', () => {
  const entry = fixtureCatalog().byId.get('filesystem.fs_write')!

  test('is named with its profile and the way to enable it', () => {
    const error = disabledError(entry, { id: 'workspace-agent' })
    expect(error).toMatchObject({
      code: 'TOOL_DISABLED',
      message: 'Tool fs_write is disabled in profile workspace-agent.',
      hint: 'A person can enable it: upperhand tools on fs_write --profile workspace-agent',
    })
  })

  test('what is wrong with the file is told with it', () => {
    using home = temporaryProfiles('{')
    expect(disabledError(entry, { id: 'read-only' }, home.start().problems()).message).toContain(
      'tools.json, line 1, column 2',
    )
  })
})

test('the watch does not keep the process alive', () => {
  using home = temporaryProfiles()
  home.start()
  expect(process.getActiveResourcesInfo()).not.toContain('FSEventWrap')
})
