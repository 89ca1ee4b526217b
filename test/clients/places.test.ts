import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KNOWN_CLIENTS } from '../../src/clients/known-clients.ts'
import { placesOf } from '../../src/clients/places.ts'
import { createWorld } from './support.ts'

const firstFiles = (machine: Parameters<typeof placesOf>[0]) =>
  Object.fromEntries(KNOWN_CLIENTS.map((client) => [client.id, client.files(placesOf(machine))[0]]))

describe('where each client keeps its servers', () => {
  it('on Linux', () => {
    expect(firstFiles({ env: {}, home: '/home/me', platform: 'linux' })).toEqual({
      'claude-code': '/home/me/.claude.json',
      'claude-desktop': '/home/me/.config/Claude/claude_desktop_config.json',
      codex: '/home/me/.codex/config.toml',
      'gemini-cli': '/home/me/.gemini/settings.json',
      vscode: '/home/me/.config/Code/User/mcp.json',
      cursor: '/home/me/.cursor/mcp.json',
      windsurf: '/home/me/.codeium/windsurf/mcp_config.json',
      zed: '/home/me/.config/zed/settings.json',
      opencode: '/home/me/.config/opencode/opencode.json',
      goose: '/home/me/.config/goose/config.yaml',
    })
  })

  it('on macOS', () => {
    expect(firstFiles({ env: {}, home: '/Users/me', platform: 'darwin' })).toMatchObject({
      'claude-desktop': '/Users/me/Library/Application Support/Claude/claude_desktop_config.json',
      vscode: '/Users/me/Library/Application Support/Code/User/mcp.json',
      zed: '/Users/me/.config/zed/settings.json',
      opencode: '/Users/me/.config/opencode/opencode.json',
      goose: '/Users/me/.config/goose/config.yaml',
    })
  })

  it('on Windows', () => {
    const env = { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' }
    expect(firstFiles({ env, home: 'C:\\Users\\me', platform: 'win32' })).toMatchObject({
      'claude-code': 'C:\\Users\\me\\.claude.json',
      'claude-desktop': 'C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      vscode: 'C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json',
      zed: 'C:\\Users\\me\\AppData\\Roaming\\Zed\\settings.json',
      goose: 'C:\\Users\\me\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
    })
  })

  it('where variables say so', () => {
    const env = {
      CLAUDE_CONFIG_DIR: '/c',
      CODEX_HOME: '/x',
      GEMINI_CLI_HOME: '/g',
      GOOSE_PATH_ROOT: '/o',
      XDG_CONFIG_HOME: '/xdg',
    }
    expect(firstFiles({ env, home: '/home/me', platform: 'linux' })).toMatchObject({
      'claude-code': '/c/.claude.json',
      codex: '/x/config.toml',
      'gemini-cli': '/g/.gemini/settings.json',
      goose: '/o/config/config.yaml',
      zed: '/xdg/zed/settings.json',
    })
  })
})

describe('which of several files', () => {
  it('the one that exists', () => {
    using world = createWorld()
    world.write(join(world.home, '.config', 'opencode', 'opencode.jsonc'), '{}')
    expect(world.clients.plan('opencode')).toMatchObject({ file: expect.stringMatching(/opencode\.jsonc$/) })
  })

  it('else the one whose directory exists', () => {
    using world = createWorld()
    mkdirSync(join(world.home, '.config', 'Code - Insiders', 'User'), { recursive: true })
    expect(world.clients.plan('vscode')).toMatchObject({ file: expect.stringMatching(/Insiders\/User\/mcp\.json$/) })
  })

  it('and the one we wrote to stays ours', async () => {
    using world = createWorld()
    const insiders = join(world.home, '.config', 'Code - Insiders', 'User', 'mcp.json')
    mkdirSync(dirname(insiders), { recursive: true })
    const plan = world.clients.plan('vscode')
    if (plan.kind === 'edit') await world.clients.apply(plan)
    world.write(join(world.home, '.config', 'Code', 'User', 'mcp.json'), '{}')
    expect(world.clients.planUndo('vscode')).toMatchObject({ kind: 'edit', file: insiders })
  })
})

describe('the list', () => {
  it('says what shows that a client is there', () => {
    const programs = createWorld()
    const bin = join(programs.home, 'bin')
    programs.write(join(bin, 'claude'), '#!/bin/sh\n')
    chmodSync(join(bin, 'claude'), 0o755)
    programs.write(join(bin, 'codex'), 'not a program')
    mkdirSync(join(bin, 'goose'))
    using world = createWorld({ env: { PATH: `relative:${bin}` } })
    mkdirSync(join(world.home, '.codeium', 'windsurf'), { recursive: true })
    const detected = world.clients.list().filter(({ isDetected }) => isDetected)
    expect(detected.map(({ id, evidence }) => [id, evidence])).toEqual([
      ['claude-code', [join(bin, 'claude')]],
      ['windsurf', [join(world.home, '.codeium', 'windsurf')]],
    ])
    programs[Symbol.dispose]()
  })

  it('says what is wrong', async () => {
    using world = createWorld()
    const state = (id: string) => world.clients.list().find((client) => client.id === id)
    expect(state('cursor')).toMatchObject({ state: 'not_connected', transport: null, problems: [] })
    const plan = world.clients.plan('cursor', { profile: 'read-only' })
    if (plan.kind === 'edit') await world.clients.apply(plan)
    expect(state('cursor')).toMatchObject({ state: 'connected', transport: 'stdio', profile: 'read-only' })
    expect(state('cursor')?.problems).toEqual([
      '/opt/node/bin/node is gone: connect it again.',
      '/opt/upperhand/bin/upperhand.mjs is gone: connect it again.',
    ])
    world.write(join(world.home, '.cursor', 'mcp.json'), '{ "mcpServers": { "upperhand": { "command": "x" } } }')
    expect(state('cursor')).toMatchObject({ state: 'foreign' })
    world.write(join(world.home, '.cursor', 'mcp.json'), '{')
    expect(state('cursor')).toMatchObject({ state: 'unreadable', problems: [expect.stringMatching(/not valid JSON/)] })
    world.write(join(world.home, '.claude.json'), '{ "mcpServers": {}, } // mine')
    expect(world.clients.plan('claude-code')).toMatchObject({
      notes: [expect.stringMatching(/does not read comments and trailing commas/), expect.any(String)],
    })
  })

  it('survives records that are damaged', async () => {
    using world = createWorld()
    const plan = world.clients.plan('cursor')
    if (plan.kind === 'edit') await world.clients.apply(plan)
    writeFileSync(join(world.backups, 'cursor', `${'0'.repeat(16)}.json`), '{')
    expect(world.clients.connected()).toEqual([{ client: 'cursor', file: join(world.home, '.cursor', 'mcp.json') }])
  })
})
