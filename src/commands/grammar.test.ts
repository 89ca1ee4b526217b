import { describe, expect, it } from 'vitest'
import { createCommands } from './commands.ts'
import { loadGrammar } from './grammar.ts'

const PARTS = { protectionOf: () => ({ class: 'none', reason: null }) as const, ownPaths: () => [] }

describe('the grammar', () => {
  it('understands a script, and says when it does not', async () => {
    const grammar = await loadGrammar()
    expect(grammar.parse('ls -l | head')?.children.map(({ type }) => type)).toEqual(['pipeline'])
    expect(grammar.parse('ls (')).toBeNull()
  })

  it('gives up on what is nested too deeply', async () => {
    const grammar = await loadGrammar()
    expect(grammar.parse(`${'$('.repeat(400)}ls${')'.repeat(400)}`)).toBeNull()
    expect(grammar.parse('ls')).not.toBeNull()
  })

  it('that cannot be loaded makes commands unavailable, never allowed', async () => {
    let attempts = 0
    const commands = createCommands({
      ...PARTS,
      load: () => {
        attempts += 1
        return loadGrammar((file) => `/nowhere/${file}`)
      },
    })
    await expect(commands.load()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(commands.load()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(attempts).toBe(2)
  })

  it('is loaded once', async () => {
    let loads = 0
    const commands = createCommands({
      ...PARTS,
      load: () => {
        loads += 1
        return loadGrammar()
      },
    })
    await Promise.all([commands.load(), commands.load()])
    expect(loads).toBe(1)
  })

  it('that fails on a text leaves the text unanalysed, not harmless', async () => {
    const commands = createCommands({
      ...PARTS,
      load: async () => ({
        parse: () => {
          throw new Error('out of memory')
        },
      }),
    })
    const analyse = await commands.load()
    const analysis = analyse('ls', { cwd: '/tmp', home: '/home/me', platform: 'linux' })
    expect(analysis).toMatchObject({ isParsed: false, verdict: 'uninspectable', risk: 'high' })
  })
})

describe('the shell of a machine', () => {
  it.each([
    ['a set shell counts', { shell: 'powershell', platform: 'linux' }, false],
    ['the prompt counts as well', { shell: 'cmd', platform: 'linux' }, false],
    ['Windows without a set shell', { platform: 'win32' }, false],
    ['Windows with a POSIX shell', { shell: 'posix', platform: 'win32' }, true],
    ['a Mac', { platform: 'darwin' }, true],
  ] as const)('%s', async (_, setting, isParsed) => {
    const analyse = await createCommands(PARTS).load()
    expect(analyse('ls', { cwd: '/tmp', home: '/home/me', ...setting }).isParsed).toBe(isParsed)
  })

  it('ignores case where the file system does', async () => {
    const analyse = await createCommands(PARTS).load()
    const context = { cwd: '/tmp', home: '/home/me' }
    expect(analyse('SUDO ls', { ...context, platform: 'darwin' }).risk).toBe('critical')
    expect(analyse('LS -l', { ...context, platform: 'linux' }).verdict).toBe('other')
  })
})
