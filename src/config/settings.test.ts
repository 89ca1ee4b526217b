import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../base/limits.ts'
import type { Logger } from '../base/logger.ts'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { createSettings, type LiveSettings } from './settings.ts'

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} }

describe('settings', () => {
  let directory: DataDirectory
  let live: LiveSettings | undefined
  beforeEach(() => {
    directory = openDataDirectory({ UPPERHAND_HOME: mkdtempSync(join(tmpdir(), 'uh-settings-')) })
  })
  afterEach(() => {
    live?.close()
    live = undefined
    rmSync(directory.root, { recursive: true, force: true })
  })

  const write = (text: string) => writeFileSync(directory.path('settings.json'), text)
  const open = (flags = {}) => {
    live = createSettings({ directory, flags, home: '/home/me', log: silent })
    return live
  }

  it('have defaults', () => {
    const settings = open()
    expect(settings.current()).toEqual({
      port: 4133,
      isPortFixed: false,
      host: '127.0.0.1',
      allowedHosts: [],
      allowedOrigins: [],
      behindProxy: false,
      level: null,
      durability: 'process',
      projects: [],
      workspaces: '/home/me/upperhand/workspaces',
      reminders: 'on_change',
      logLevel: 'info',
      shell: null,
      checkers: [],
      memorySecrets: 'redact',
      embeddings: null,
      privateHosts: [],
      limits: LIMITS,
    })
    expect(settings.problems()).toEqual([])
  })

  it.each([
    ['plain JSON', '{"port": 5000}', { port: 5000, isPortFixed: true }],
    ['an empty object', '{}', { port: 4133 }],
    ['comments and a trailing comma', '{\n// mine\n"port": 5000, /* yes */\n}', { port: 5000 }],
    ['a byte order mark', '\uFEFF{"level": "read_only"}', { level: 'read_only' }],
    ['CRLF', '{\r\n"durability": "power"\r\n}\r\n', { durability: 'power' }],
    ['a home-relative project', '{"projects": ["~/code"]}', { projects: ['/home/me/code'] }],
    ['a limit', '{"limits": {"listEntries": 5}}', { limits: { ...LIMITS, listEntries: 5 } }],
    [
      'a checker',
      '{"checkers": [{"name": "lint", "command": ["make", "lint"], "matcher": "gcc"}]}',
      { checkers: [{ name: 'lint', command: ['make', 'lint'], matcher: 'gcc' }] },
    ],
    ['history days', '{"historyDays": 7}', { limits: { ...LIMITS, historyDays: 7 } }],
    ['an address behind a proxy', '{"host": "0.0.0.0", "behindProxy": true}', { host: '0.0.0.0' }],
    ['IPv6 loopback', '{"host": "::1"}', { host: '::1' }],
  ])('may be %s', (_what, text, expected) => {
    write(text)
    const settings = open()
    expect(settings.problems()).toEqual([])
    expect(settings.current()).toMatchObject(expected)
  })

  it.each([
    ['text that is not JSON', '{\n"port": \n}', /line \d: This is not valid JSON/],
    ['an empty file', '', /line 1: /],
    ['a list', '[]', /line 1: The whole file must be one object/],
    ['an unknown key', '{\n"host": "127.0.0.1",\n"prot": 1\n}', /line 3: "prot" is not a setting\. Known: port, host/],
    ['an unknown limit', '{"limits": {\n"speed": 1}}', /line 2: "speed" is not a limit/],
    ['historyDays among the limits', '{"limits": {"historyDays": 1}}', /"historyDays" is not a limit/],
    [
      'a limit of nothing',
      '{"limits": {"listEntries": 0}}',
      /limits\.listEntries must be a whole number from 1 to \d+; 0 was given/,
    ],
    [
      'half a limit',
      '{"limits": {"listEntries": 1.5}}',
      /limits\.listEntries must be a whole number .* 1\.5 was given/,
    ],
    ['a limit beyond what a timer holds', '{"limits": {"runIdleMs": 3000000000}}', /limits\.runIdleMs must be/],
    ['a depth no stack holds', '{"limits": {"jsonDepth": 100000}}', /limits\.jsonDepth must be/],
    [
      'a port that is none',
      '{\n\n"port": 70000}',
      /line 3: port must be a whole number from 0 to 65535; 70000 was given\./,
    ],
    ['a port in quotes', '{"port": "4133"}', /port must be a whole number .* "4133" was given/],
    ['an unknown level', '{"level": "god"}', /level must be one of "read_only", .* or null; "god" was given/],
    ['a key that stands twice', '{"port": 1,\n"port": 2}', /line 2: The key "port"/],
    ['a key that is no key', '{"__proto__": {"port": 1}}', /__proto__/],
    [
      'an origin with a path',
      '{"allowedOrigins": ["https://a.example/x"]}',
      /allowedOrigins\[0\]: must look like https/,
    ],
    ['a host with a scheme', '{"allowedHosts": ["https://a.example"]}', /allowedHosts\[0\]: must be a host name/],
    ['a relative project', '{"projects": ["code"]}', /not an absolute path/],
    ['the root as a project', '{"projects": ["/"]}', /too much/],
    ['the home directory as a project', '{"projects": ["~"]}', /too much/],
    ['an open address without a proxy', '{"host": "0.0.0.0"}', /reachable from other machines/],
  ])('are not %s: safe mode, and the file stays', (_what, text, problem) => {
    write(text)
    const settings = open()
    expect(settings.problems()[0]).toMatch(problem)
    expect(settings.isSafeMode()).toBe(true)
    expect(settings.current().port).toBe(4133)
    expect(readFileSync(directory.path('settings.json'), 'utf8')).toBe(text)
  })

  it('stay as they were when the file is damaged, also over a restart', () => {
    write('{"level": "read_only"}')
    open().close()
    write('{"level": ')
    const settings = open()
    expect(settings.current().level).toBe('read_only')
    expect(settings.isSafeMode()).toBe(false)
    expect(settings.problems()).toEqual([expect.stringMatching(/line 1/), 'The last good settings stay in force.'])
  })

  it('are the defaults again when the file is removed', () => {
    write('{"level": "read_only"}')
    open().close()
    rmSync(directory.path('settings.json'))
    expect(open().current().level).toBeNull()
    expect(existsSync(directory.path('settings.json.last-good'))).toBe(false)
  })

  it('give way to flags', () => {
    write('{"port": 5000, "host": "127.0.0.2"}')
    expect(open({ port: 6000, host: 'localhost' }).current()).toMatchObject({
      port: 6000,
      host: 'localhost',
      isPortFixed: true,
    })
  })

  it('refuse a flag that opens the host to others', () => {
    expect(() => open({ host: '0.0.0.0' })).toThrow(/reachable from other machines/)
  })

  it('take effect while running: edited, damaged, replaced, removed', async () => {
    const settings = open()
    const change = () => new Promise<void>((resolve) => settings.onChange(() => resolve()))
    const act = async (action: () => void) => {
      const changed = change()
      action()
      await changed
    }
    await act(() => write('{"level": "read_only"}'))
    expect(settings.current().level).toBe('read_only')
    await act(() => write('{"level": '))
    expect(settings.current().level).toBe('read_only')
    expect(settings.problems()).not.toEqual([])
    await act(() => {
      writeFileSync(directory.path('draft'), '{"level": "full_access"}')
      renameSync(directory.path('draft'), directory.path('settings.json'))
    })
    expect(settings.current().level).toBe('full_access')
    expect(settings.problems()).toEqual([])
    await act(() => rmSync(directory.path('settings.json')))
    expect(settings.current().level).toBeNull()
  })
})
