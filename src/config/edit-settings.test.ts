import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { editSettings, type SettingsPatch, settingsPatchSchema } from './edit-settings.ts'

function file(text?: string) {
  const directory = temporaryDirectory()
  const path = join(directory.path, 'settings.json')
  if (text !== undefined) writeFileSync(path, text)
  return {
    path,
    directory: directory.path,
    edit: (patch: Partial<SettingsPatch>) => editSettings(path, '/home/me', settingsPatchSchema.parse(patch)),
    text: () => readFileSync(path, 'utf8'),
    [Symbol.dispose]: directory[Symbol.dispose],
  }
}

describe('an edit of settings.json', () => {
  test('changes what is given and nothing else', () => {
    using settings = file('{\n  // where I work\n  "projects": ["/a"], // mine\n  "port": 4200,\n}\n')
    settings.edit({ projects: ['/a', '/b'], historyDays: 30, limits: { patienceMs: 30_000 } })
    expect(settings.text()).toBe(
      '{\n  // where I work\n  "projects": ["/a", "/b"], // mine\n  "port": 4200,\n  "historyDays": 30,\n  "limits": { "patienceMs": 30000 }\n}\n',
    )
    settings.edit({ historyDays: null, limits: { patienceMs: null } })
    expect(settings.text()).toContain('"limits": {')
    expect(settings.text()).not.toContain('historyDays')
  })

  test('makes the file when there is none, for its owner alone', () => {
    using settings = file()
    settings.edit({ logLevel: 'debug' })
    expect(settings.text()).toBe('{\n  "logLevel": "debug"\n}\n')
    expect(statSync(settings.path).mode & 0o777).toBe(0o600)
  })

  test('keeps a byte order mark and the line ends', () => {
    using settings = file('\uFEFF{\r\n  "historyDays": 5\r\n}\r\n')
    settings.edit({ logLevel: 'warn' })
    expect(settings.text()).toBe('\uFEFF{\r\n  "historyDays": 5,\r\n  "logLevel": "warn"\r\n}\r\n')
  })

  test('follows a link and keeps it', () => {
    using settings = file()
    mkdirSync(join(settings.directory, 'dotfiles'))
    const target = join(settings.directory, 'dotfiles', 'mine.json')
    writeFileSync(target, '{}')
    symlinkSync(target, settings.path)
    settings.edit({ historyDays: 7 })
    expect(lstatSync(settings.path).isSymbolicLink()).toBe(true)
    expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({ historyDays: 7 })
  })

  test('to what is there already writes nothing', () => {
    using settings = file('{ "historyDays": 7 }')
    const before = statSync(settings.path, { bigint: true }).ino
    settings.edit({ workspaces: null })
    expect(statSync(settings.path, { bigint: true }).ino).toBe(before)
  })
})

describe('is refused, and the file stays as it is,', () => {
  test.each([
    ['when the file has a mistake', '{ "prot": 1 }', { historyDays: 3 }, 'Correct'],
    ['when the file is no JSON', '{ // half', { historyDays: 3 }, 'Correct'],
    ['for a relative path', '{}', { projects: ['code'] }, undefined],
    ['for the home directory', '{}', { workspaces: '/home/me' }, undefined],
  ])('%s', (_when, text, patch, hint) => {
    using settings = file(text)
    const attempt = () => settings.edit(patch as Partial<SettingsPatch>)
    expect(attempt).toThrow(expect.objectContaining(hint === undefined ? {} : { hint: expect.stringContaining(hint) }))
    expect(settings.text()).toBe(text)
  })

  test.each([
    ['the address', { port: 1 }],
    ['the level', { level: 'full_access' }],
    ['trust in a proxy', { behindProxy: true }],
    ['an unknown limit', { limits: { nothing: 1 } }],
    ['a limit that is none', { limits: { patienceMs: 10 ** 12 } }],
  ])('%s: not even tried', (_what, patch) => {
    expect(settingsPatchSchema.safeParse(patch).success).toBe(false)
  })

  test('when the directory is gone', () => {
    using settings = file()
    expect(() => editSettings(join(settings.directory, 'no', 'settings.json'), '/home/me', { historyDays: 3 })).toThrow(
      'cannot be written',
    )
    expect(existsSync(settings.path)).toBe(false)
  })
})
