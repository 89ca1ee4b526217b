import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../src/base/limits.ts'
import { runCli } from '../src/cli/cli.ts'
import { ERROR_CODES } from '../src/contract/errors.ts'
import { settingsSchema } from '../src/contract/settings.ts'
import { STOCK_PROFILES } from '../src/profiles/stock.ts'
import { createCatalog } from '../src/tools/catalog.ts'
import { fileOperationsToolset } from '../src/tools/file_operations/index.ts'
import { countWords } from './support/count-words.ts'
import { fileWorld } from './support/file-world.ts'
import { runOperation } from './support/run-operation.ts'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = ['README.md', 'AGENTS.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: ROOT })]

describe('docs', () => {
  test.each(Object.entries(LIMITS))('name the limit %s with its default', (name, value) => {
    expect(read('docs/settings.md')).toContain(`| \`${name}\` | ${value} |`)
  })

  test('name every setting', () => {
    const names = Object.keys(settingsSchema.shape).filter((name) => name !== '$schema')
    expect(names.filter((name) => !read('docs/settings.md').includes(`| \`${name}\` |`))).toEqual([])
  })

  test('name every command', async () => {
    const commands = await commandsBelow([])
    expect(commands.length).toBeGreaterThan(20)
    expect(commands.filter((command) => !read('docs/cli.md').includes(`\`upperhand ${command}`))).toEqual([])
  })

  test('name every error code with its HTTP status and exit code', () => {
    for (const [code, { http, exit }] of Object.entries(ERROR_CODES)) {
      expect.soft(read('docs/http-api.md')).toContain(`| \`${code}\` | ${http} |`)
      expect.soft(read('docs/cli.md')).toMatch(new RegExp(`^\\| ${exit} \\|.*\`${code}\``, 'm'))
    }
  })

  test('name every stock profile with its level and paths', () => {
    for (const { id, level, paths } of STOCK_PROFILES) {
      expect
        .soft(read('docs/configuring-tools.md'))
        .toMatch(new RegExp(`^\\| \`${id}\`.*\\| \`${level}\` \\| \`${paths}\` \\|`, 'm'))
    }
  })

  test('give a reason for every package', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }
    const reasons = read('docs/decisions/dependencies.md')
    expect(Object.keys(devDependencies).filter((name) => !reasons.includes(`\`${name}\``))).toEqual([])
  })

  test('have no link that leads nowhere', () => {
    expect(pages.flatMap(deadLinks)).toEqual([])
  })
})

describe('the worked example of an operation', () => {
  test('is code that compiles', () => {
    const [, block = ''] = /```ts\n(import \{ z \}[\s\S]*?)```/.exec(read('docs/adding-an-operation.md')) ?? []
    expect(comparable(block, 'src/tools/file_operations')).toEqual(
      comparable(read('test/support/count-words.ts'), 'test/support'),
    )
  })

  test('does what the page says', async () => {
    using world = fileWorld()
    const known = fileOperationsToolset(world)
    const toolset = { ...known, operations: [...known.operations, countWords(world)] }
    expect(createCatalog([toolset]).byId.has('file_operations.count_words')).toBe(true)
    const path = world.file('ws/a.txt', 'one two\nthree\n')
    expect(await runOperation(toolset, 'count_words', { filePath: 'a.txt' }, world.place)).toMatchObject({
      label: 'Counting words: a.txt',
      text: '3 words',
      resources: [{ path, access: 'read', zone: 'inside' }],
    })
  })
})

/** Asks the program itself, so that a command without a line in the docs is noticed. */
async function commandsBelow(words: readonly string[]): Promise<string[]> {
  const names = commandNames(await help(words)).filter((name) => name !== 'help')
  const below = await Promise.all(names.map((name) => commandsBelow([...words, name])))
  return names.flatMap((name, index) => {
    const found = below[index] ?? []
    return found.length === 0 ? [[...words, name].join(' ')] : found
  })
}

async function help(words: readonly string[]): Promise<string> {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  await runCli([...words, '--help'], {
    env: {},
    directory: ROOT,
    program: '',
    isTerminal: false,
    isInteractive: false,
    write,
    writeError: write,
    streams: { readable: process.stdin, writable: process.stdout },
    createHost: () => Promise.reject(new Error('help starts nothing')),
  })
  return text
}

function commandNames(text: string): string[] {
  const lists = text
    .split(/\n\n(?=\S)/)
    .filter((part) => !/^(?:Usage|Options|Global Options|Arguments|Examples)/.test(part))
  return lists.flatMap((list) => [...list.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = '']) => name))
}

/** The same text wherever it stands: imports by their target, in one order. */
function comparable(code: string, folder: string): string[] {
  const lines = code.trim().split('\n')
  const named = lines.map((line) =>
    line.replace(/from '(\.[^']+)'/, (_all, path: string) => `from '${relative(ROOT, resolve(ROOT, folder, path))}'`),
  )
  const isImport = (line: string) => line.startsWith('import ')
  return [...named.filter(isImport).sort(), ...named.filter((line) => !isImport(line))]
}

function deadLinks(page: string): string[] {
  const text = read(page).replace(/```[\s\S]*?```/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(page, target))
    .map((target) => `${page}: ${target}`)
}

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', heading] = target.split('#')
  const file = path === '' ? page : relative(ROOT, resolve(ROOT, dirname(page), path))
  if (globSync(file, { cwd: ROOT }).length === 0) return false
  return heading === undefined || headingsOf(read(file)).includes(heading)
}

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
}
