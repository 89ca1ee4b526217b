import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setAt } from '../../src/base/edit-json.ts'
import { claudeCode } from '../../src/clients/known/claude-code.ts'
import { codex } from '../../src/clients/known/codex.ts'
import { cursor } from '../../src/clients/known/cursor.ts'
import { goose } from '../../src/clients/known/goose.ts'
import { opencode } from '../../src/clients/known/opencode.ts'
import { KNOWN_CLIENTS } from '../../src/clients/known-clients.ts'
import { applied, createWorld, edit } from './support.ts'

const TOKEN = 'the-token-of-agents-0123456789abcdef'
const ENDPOINT = { url: 'http://127.0.0.1:4133/mcp/p/read-only', token: TOKEN }

describe('a foreign entry under our name', () => {
  const foreign = [
    [
      'JSON',
      cursor,
      '{\n  "mcpServers": {\n    "upperhand": { "command": "theirs" }, // theirs\n    "x": {}\n  }\n}\n',
    ],
    ['JSON that is no entry', cursor, '{ "mcpServers": { "upperhand": "off" } }'],
    [
      'TOML',
      codex,
      '[mcp_servers.upperhand]\ncommand = "theirs"\n\n[mcp_servers.upperhand.env]\nA = "b" # b\n\n[tui]\na = 1\n',
    ],
    [
      'TOML in two places',
      codex,
      '[mcp_servers.upperhand]\ncommand = "theirs"\n[tui]\na = 1\n[mcp_servers.upperhand.env]\nA = "b"',
    ],
    ['YAML', goose, 'extensions:\n  a: {}\n  # ours\n  upperhand:\n    cmd: theirs # theirs\n\n  b: {}\n'],
    ['YAML in braces', goose, 'extensions: {upperhand: {cmd: theirs}, b: {}}\n'],
  ] as const

  it.each(foreign)('is shown and replaced only by force: %s', async (_format, client, text) => {
    using world = createWorld()
    const file = world.fileOf(client)
    world.write(file, text)
    const refused = world.clients.plan(client.id)
    expect(refused).toMatchObject({ kind: 'refused', code: 'CONFLICT' })
    expect(refused.kind === 'refused' && refused.diff).toMatch(/^-.*(theirs|off)/m)
    expect(world.read(file)).toBe(text)
    await applied(world.clients, world.clients.plan(client.id, { isForced: true }))
    expect(world.read(file)).not.toContain('"theirs"')
    await applied(world.clients, world.clients.plan(client.id, { profile: 'read-only' }))
    await applied(world.clients, world.clients.planUndo(client.id))
    expect(world.read(file)).toBe(text)
  })

  it('comes back by its meaning when the client has laid out the file anew', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    world.write(file, '{ "mcpServers": { "upperhand": { "command": "theirs" } } }')
    await applied(world.clients, world.clients.plan('cursor', { isForced: true }))
    writeFileSync(file, JSON.stringify({ more: 1, ...JSON.parse(world.read(file)) }))
    await applied(world.clients, world.clients.planUndo('cursor'))
    expect(JSON.parse(world.read(file))).toEqual({ more: 1, mcpServers: { upperhand: { command: 'theirs' } } })
  })

  it('is not removed by disconnecting, unless by force', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    world.write(file, '{ "mcpServers": { "upperhand": { "command": "theirs" } } }')
    expect(world.clients.planUndo('cursor')).toMatchObject({ kind: 'refused', code: 'CONFLICT' })
    await applied(world.clients, world.clients.planUndo('cursor', { isForced: true }))
    expect(JSON.parse(world.read(file))).toEqual({ mcpServers: {} })
  })

  it('that took the place of ours is foreign too', async () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    await applied(world.clients, world.clients.plan('cursor'))
    world.write(file, '{ "mcpServers": { "upperhand": { "command": "theirs" } } }')
    expect(world.clients.plan('cursor')).toMatchObject({ kind: 'refused', code: 'CONFLICT' })
    expect(world.clients.planUndo('cursor')).toMatchObject({ kind: 'refused', code: 'CONFLICT' })
  })
})

describe('our own entry', () => {
  it('keeps what a person has added to it', async () => {
    using world = createWorld()
    const file = world.fileOf(claudeCode)
    await applied(world.clients, world.clients.plan('claude-code'))
    world.write(file, setAt(world.read(file), ['mcpServers', 'upperhand', 'alwaysLoad'], true))
    expect(world.clients.plan('claude-code').kind).toBe('unchanged')
    expect(world.clients.list()[0]?.state).toBe('connected')
    await applied(world.clients, world.clients.plan('claude-code', { profile: 'read-only' }))
    expect(JSON.parse(world.read(file)).mcpServers.upperhand).toMatchObject({
      alwaysLoad: true,
      args: ['/opt/upperhand/bin/upperhand.mjs', 'stdio', '--profile', 'read-only'],
    })
    await applied(world.clients, world.clients.planUndo('claude-code'))
    expect(world.tree()).toEqual([])
  })

  it('in a new file stands beside what the client would add there, and leaves with it', async () => {
    using world = createWorld()
    const file = world.fileOf(opencode)
    await applied(world.clients, world.clients.plan('opencode'))
    expect(JSON.parse(world.read(file))).toMatchObject({ $schema: 'https://opencode.ai/config.json', mcp: {} })
    writeFileSync(file, JSON.stringify(JSON.parse(world.read(file)), null, 4))
    await applied(world.clients, world.clients.planUndo('opencode'))
    expect(world.tree()).toEqual([])
  })

  it('written by hand is recognised, and replaced only by force', () => {
    using world = createWorld()
    const file = world.fileOf(cursor)
    world.write(file, '{ "mcpServers": { "upperhand": { "command": "npx", "args": ["-y", "upperhand", "stdio"] } } }')
    expect(world.clients.list().find(({ id }) => id === 'cursor')).toMatchObject({
      state: 'outdated',
      transport: 'stdio',
    })
    expect(world.clients.plan('cursor')).toMatchObject({ kind: 'refused', code: 'CONFLICT' })
    expect(world.clients.planUndo('cursor').kind).toBe('edit')
  })

  it('says where the data is when it is not in its usual place', () => {
    using world = createWorld({ env: { UPPERHAND_HOME: '/data/mine' } })
    for (const { id } of KNOWN_CLIENTS) expect(edit(world.clients.plan(id)).after).toContain('/data/mine')
  })

  it.each(KNOWN_CLIENTS.filter(({ http }) => http !== null))(
    'by address in $label has the token, and the diff has not',
    async (client) => {
      using world = createWorld()
      const plan = edit(world.clients.plan(client.id, { endpoint: ENDPOINT }))
      expect(plan.after).toContain(`Bearer ${TOKEN}`)
      expect(plan.diff).not.toContain(TOKEN)
      expect(plan.diff).toContain(ENDPOINT.url)
      await world.clients.apply(plan)
      expect(world.clients.list().find(({ id }) => id === client.id)).toMatchObject({
        state: 'connected',
        transport: 'http',
        profile: 'read-only',
      })
    },
  )

  it('by address is printed without the token where it cannot be written', () => {
    using world = createWorld()
    world.write(world.fileOf(cursor), '{')
    const plan = world.clients.plan('cursor', { endpoint: ENDPOINT })
    expect(plan.kind === 'refused' && plan.snippet).toContain('Bearer <token>')
    expect(JSON.stringify(plan)).not.toContain(TOKEN)
  })

  it('by address is refused where the client cannot call one', () => {
    using world = createWorld()
    const plan = world.clients.plan('claude-desktop', { endpoint: ENDPOINT })
    expect(plan).toMatchObject({ kind: 'refused', code: 'INVALID_PARAMETERS' })
  })

  it('in a project is in the file of the project', async () => {
    using world = createWorld()
    const project = join(world.home, 'shop')
    for (const client of KNOWN_CLIENTS) {
      const plan = world.clients.plan(client.id, { project })
      expect(plan.kind).toBe(client.projectFile === null ? 'refused' : 'edit')
      if (plan.kind === 'edit') await world.clients.apply(plan)
      if (client.projectFile !== null) expect(existsSync(join(project, client.projectFile))).toBe(true)
    }
    expect(world.clients.list().some(({ state }) => state !== 'not_connected')).toBe(false)
    for (const { client, file } of world.clients.connected())
      await applied(world.clients, world.clients.planUndo(client, { file }))
    expect(world.tree()).toEqual([])
  })
})

it('other secrets of the file are not shown', () => {
  using world = createWorld()
  world.write(
    world.fileOf(cursor),
    '{\n  "mcpServers": {\n    "gh": { "env": { "API_KEY": "sk-abcdefghijklmnopqrstuvwxyz" } }\n  }\n}\n',
  )
  const { diff, after } = edit(world.clients.plan('cursor'))
  expect(diff).not.toContain('abcdefghijklmnop')
  expect(after).toContain('sk-abcdefghijklmnopqrstuvwxyz')
})

it('of whatever a person adds around it meanwhile, nothing is lost', async () => {
  const value = fc.jsonValue({ maxDepth: 2 })
  const keys = fc.string().filter((key) => !['mcpServers', '__proto__', 'added'].includes(key))
  const files = fc.tuple(fc.dictionary(keys, value), fc.constantFrom(0, 1, 2, 4, '\t'), fc.boolean())
  await fc.assert(
    fc.asyncProperty(files, value, async ([rest, indent, hasSection], added) => {
      using world = createWorld()
      const file = world.fileOf(cursor)
      const config = { ...rest, ...(hasSection ? { mcpServers: { x: { command: 'x' } } } : {}) }
      const text = JSON.stringify(config, null, indent)
      world.write(file, text)
      await applied(world.clients, world.clients.plan('cursor'))
      world.write(file, setAt(world.read(file), ['added'], added))
      await applied(world.clients, world.clients.planUndo('cursor'))
      expect(JSON.parse(world.read(file))).toEqual(JSON.parse(setAt(text, ['added'], added)))
    }),
    { numRuns: 60 },
  )
})
