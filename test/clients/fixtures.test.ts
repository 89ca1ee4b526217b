import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Client } from '../../src/clients/client.ts'
import { KNOWN_CLIENTS } from '../../src/clients/known-clients.ts'
import { entryAt, plain, restOf } from '../../src/clients/outline.ts'
import { targetOf } from '../../src/clients/target.ts'
import { DAMAGED_JSON, JSON_FIXTURES, JSONC_FIXTURES } from './fixtures/json.ts'
import { DAMAGED_TOML, TOML_FIXTURES } from './fixtures/toml.ts'
import { DAMAGED_YAML, YAML_FIXTURES } from './fixtures/yaml.ts'
import { applied, createWorld, isThere, type World } from './support.ts'

const ENDPOINT = { url: 'http://127.0.0.1:4133/mcp', token: 'a-token-of-more-than-32-characters-00' }

function textsFor(
  { syntax, section }: Client,
  sets: Record<'json' | 'toml' | 'yaml', Readonly<Record<string, string>>>,
) {
  return Object.entries(sets[syntax.format]).map(([name, text]) => [name, text.replaceAll('SECTION', section)] as const)
}

const good = (client: Client) =>
  textsFor(client, { json: { ...JSON_FIXTURES, ...JSONC_FIXTURES }, toml: TOML_FIXTURES, yaml: YAML_FIXTURES })
const damaged = (client: Client) => textsFor(client, { json: DAMAGED_JSON, toml: DAMAGED_TOML, yaml: DAMAGED_YAML })

function outlineIn(client: Client, text: string) {
  const read = targetOf(client, '').format.read(text)
  if (!read.ok) throw new Error(`${read.reason} in ${text}`)
  return read.outline
}

async function connect(world: World, client: Client, options = {}) {
  return applied(world.clients, world.clients.plan(client.id, options))
}

async function disconnect(world: World, client: Client) {
  return applied(world.clients, world.clients.planUndo(client.id))
}

it('covers at least sixty configurations', () => {
  expect(KNOWN_CLIENTS.flatMap(good).length).toBeGreaterThan(60)
  expect(KNOWN_CLIENTS.length).toBe(10)
})

describe.each(KNOWN_CLIENTS)('$label', (client) => {
  const { place } = targetOf(client, '')

  describe.each(good(client))('%s', (_name, text) => {
    it('comes back to the byte', async () => {
      using world = createWorld()
      const file = world.fileOf(client)
      world.write(file, text)
      const tree = world.tree()
      const { backup } = await connect(world, client)
      const after = outlineIn(client, world.read(file))
      expect(plain(entryAt(after, place) ?? null)).toMatchObject({ ...client.stdio(LAUNCH) })
      expect(restOf(after, place)).toEqual(restOf(outlineIn(client, text), place))
      expect(world.read(backup ?? '')).toBe(text)
      expect(world.clients.plan(client.id).kind).toBe('unchanged')
      await disconnect(world, client)
      expect(world.read(file)).toBe(text)
      expect(world.tree()).toEqual(tree)
      expect(world.clients.planUndo(client.id).kind).toBe('unchanged')
    })
  })

  it('is made and removed again with its directories', async () => {
    using world = createWorld()
    await connect(world, client)
    expect(isThere(world.fileOf(client))).toBe(true)
    expect(await disconnect(world, client)).toMatchObject({ isFileGone: true })
    expect(world.tree()).toEqual([])
  })

  describe.each(damaged(client))('damaged: %s', (_name, text) => {
    it('is refused and left untouched', () => {
      using world = createWorld()
      const file = world.fileOf(client)
      world.write(file, text)
      const plan = world.clients.plan(client.id)
      expect(plan).toMatchObject({ kind: 'refused', code: 'EXECUTION_FAILED', file })
      expect(plan.kind === 'refused' ? plan.snippet : '').toContain('/opt/upperhand/bin/upperhand.mjs')
      expect(world.clients.planUndo(client.id).kind).toBe(text.includes('mcp_servers = {') ? 'unchanged' : 'refused')
      expect(world.read(file)).toBe(text)
      expect(isThere(world.backups)).toBe(false)
    })
  })
})

/** What depends on the format alone is tried once for each. */
const ONE_OF_EACH = KNOWN_CLIENTS.filter(({ id }) => ['vscode', 'codex', 'goose'].includes(id))

describe.each(ONE_OF_EACH)('in the format of $label', (client) => {
  const { place } = targetOf(client, '')

  describe.each(good(client))('%s', (_name, text) => {
    it('comes back to the byte after several connects', async () => {
      using world = createWorld()
      const file = world.fileOf(client)
      world.write(file, text)
      await connect(world, client)
      await connect(world, client, { profile: 'read-only' })
      if (client.http !== null) await connect(world, client, { endpoint: ENDPOINT })
      await disconnect(world, client)
      expect(world.read(file)).toBe(text)
    })

    it('keeps what was changed around it meanwhile', async () => {
      const comment = client.syntax.format === 'json' ? '' : '# changed'
      const change = (original: string) => `${original.replace(/^\ufeff?/, `$&${comment}\n`)}\n`
      using world = createWorld()
      const file = world.fileOf(client)
      world.write(file, text)
      await connect(world, client)
      world.write(file, change(world.read(file)))
      await disconnect(world, client)
      // An empty line more or less at the end is all that may differ: it may belong to a text of several lines.
      expect(world.read(file).trimEnd()).toBe(change(text).trimEnd())
    })

    it('is taken out by its structure when nothing is known of it any more', async () => {
      using world = createWorld()
      const file = world.fileOf(client)
      world.write(file, text)
      await connect(world, client)
      rmSync(world.backups, { recursive: true })
      await disconnect(world, client)
      const after = outlineIn(client, world.read(file))
      expect(entryAt(after, place)).toBeUndefined()
      expect(restOf(after, place)).toEqual(restOf(outlineIn(client, text), place))
    })
  })
})

const LAUNCH = { command: '/opt/node/bin/node', args: ['/opt/upperhand/bin/upperhand.mjs', 'stdio'], env: {} }
