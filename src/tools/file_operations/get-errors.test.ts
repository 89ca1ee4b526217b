import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { type CheckerWorld, checkerWorld } from '../../../test/support/checker-world.ts'
import { testGate } from '../../../test/support/gate.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { fileOperationsToolset } from './index.ts'

interface Output {
  readonly errors: readonly { readonly file: string; readonly line?: number; readonly message: string }[]
  readonly checkers: readonly { readonly name: string; readonly status: string; readonly note?: string }[]
}

const check = async (world: CheckerWorld, args: Record<string, unknown> = {}) => {
  const ran = await runOperation(fileOperationsToolset(world), 'get_errors', args, world.place)
  return { ...ran, ...(ran.output as Output) }
}

const PYTHON = '/usr/bin/python3'

describe('get_errors', () => {
  it("asks the project's own TypeScript compiler, and says what it would run", async () => {
    using world = checkerWorld()
    world.link('tsc')
    world.file('ws/tsconfig.json', '{"compilerOptions": {"strict": true, "types": []}, "include": ["src"]}')
    const file = world.file('ws/src/a.ts', 'export const a: number = "x"\n')
    world.file('ws/src/b.ts', 'export const b: string = 1\n')
    const ran = await check(world)
    expect(ran.errors[0]).toEqual({
      file,
      line: 1,
      column: 14,
      severity: 'error',
      message: "Type 'string' is not assignable to type 'number'.",
      code: 'TS2322',
      source: 'tsc',
    })
    expect(ran.checkers).toMatchObject([{ name: 'tsc', status: 'ran' }])
    expect(ran.text).toMatch(/^In .*\/src:\na\.ts:1:14: error TS2322: .*\nb\.ts:1:14: .*\n\ntsc: ran$/)
    expect(ran.label).toBe('Checking for errors: .')
    expect(ran.details).toEqual([expect.stringMatching(/tsc.* --noEmit --project tsconfig\.json .*can run code/)])
    expect(ran.resources).toMatchObject([
      { kind: 'path', path: world.workspace, access: 'read' },
      { kind: 'command', program: 'tsc', effect: 'other' },
    ])
    const one = await check(world, { filePaths: ['src/b.ts'] })
    expect(one.errors).toMatchObject([{ file: `${world.workspace}/src/b.ts` }])
  })

  it('follows project references', async () => {
    using world = checkerWorld()
    world.link('tsc')
    world.file('ws/tsconfig.json', '{"files": [], "references": [{"path": "lib"}]}')
    world.file('ws/lib/tsconfig.json', '{"compilerOptions": {"composite": true, "types": []}, "include": ["*.ts"]}')
    const file = world.file('ws/lib/a.ts', 'export const a: number = "x"\n')
    expect((await check(world)).errors).toMatchObject([{ file, code: 'TS2322' }])
  })

  it('asks Biome where it is configured', async () => {
    using world = checkerWorld()
    world.link('biome')
    world.file('ws/biome.json', '{}')
    const file = world.file('ws/a.js', 'debugger\n')
    expect((await check(world)).errors).toMatchObject([
      { file, line: 1, column: 1, severity: 'error', code: 'lint/suspicious/noDebugger', source: 'biome' },
    ])
  })

  it('compiles Python in memory, which runs nothing and asks nobody', async () => {
    using world = checkerWorld()
    world.linkMachine('python3', PYTHON)
    const mark = `open(${JSON.stringify(`${world.workspace}/ran`)}, "w")\n`
    world.file('ws/good.py', mark)
    // What lies beside must not take the place of the library.
    for (const name of ['json', 'sitecustomize', 'usercustomize']) world.file(`ws/${name}.py`, mark)
    const bad = world.file('ws/-c bad\n.py', 'def f(:\n  pass\n')
    const ran = await check(world)
    expect(ran.errors).toMatchObject([{ file: bad, line: 1, severity: 'error', code: 'SyntaxError', source: 'python' }])
    expect(ran.resources).toMatchObject([{ kind: 'path' }, { kind: 'command', effect: 'read-only' }])
    expect(existsSync(`${world.workspace}/ran`)).toBe(false)
    expect(existsSync(`${world.workspace}/__pycache__`)).toBe(false)
    expect((await check(world, { filePaths: ['good.py'] })).text).toMatch(/^No problems were found\./)
  })

  it('asks a person before code of the project can run, and for a run only once', async () => {
    using world = checkerWorld()
    world.link('tsc')
    world.file('ws/tsconfig.json', '{"compilerOptions": {"types": []}, "files": ["a.ts"]}')
    world.file('ws/a.ts', 'export const a: number = "x"\n')
    using gate = testGate(() => [fileOperationsToolset(world)])
    const caller = { ...gate.caller, workdir: world.workspace }
    const asked = gate.nextAsk()
    const first = gate.call('file_operations.get_errors', {}, { caller, patienceMs: 60_000 })
    const approval = await asked
    expect(approval.resources).toMatchObject([{ kind: 'path' }, { kind: 'command', program: 'tsc' }])
    await gate.approve(approval, { scope: 'run' })
    expect(await first).toMatchObject({ status: 'succeeded', output: { totalCount: 1 } })
    world.file('ws/a.ts', 'export const a: number = 1\n')
    const second = await gate.call('file_operations.get_errors', {}, { caller, patienceMs: 1 })
    expect(second).toMatchObject({ status: 'succeeded', output: { totalCount: 0, checkers: [{ status: 'ran' }] } })
    gate.profile.level = 'read_only'
    const denied = await gate.call('file_operations.get_errors', {}, { caller, patienceMs: 1 })
    expect(denied).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } })
  })

  it('runs nothing and asks nobody where there is nothing to check with, and says what is missing', async () => {
    using world = checkerWorld()
    using gate = testGate(() => [fileOperationsToolset(world)])
    const caller = { ...gate.caller, workdir: world.workspace }
    const call = () => gate.call('file_operations.get_errors', {}, { caller, patienceMs: 1 })
    expect(await call()).toMatchObject({
      status: 'succeeded',
      text: 'No checker is known for what is in this directory.',
    })
    for (const name of ['tsconfig.json', 'eslint.config.js', 'biome.json', 'go.mod', 'Cargo.toml', 'Package.swift']) {
      world.file(`ws/${name}`, '{}')
    }
    world.file('ws/a.py')
    world.file('ws/a.c')
    // A program in the project is no installed one, whatever the PATH says.
    world.file('ws/bin/go', '#!/bin/sh\ntouch ran\n')
    const second = await call()
    if (second.status !== 'succeeded') throw new Error(second.status)
    const { output, text } = second
    expect((output as unknown as Output).checkers.map(({ name, status: one }) => `${name} ${one}`)).toEqual([
      'tsc missing',
      'eslint missing',
      'biome missing',
      'python3 missing',
      'go vet missing',
      'cargo check missing',
      'swift build missing',
      'cc missing',
    ])
    expect(text).toMatch(/^Nothing could be checked\.\n\ntsc: missing\. TypeScript is not installed/)
  })

  it('looks into nothing that is protected or no directory, and is refused or asks there like any reading', async () => {
    using world = checkerWorld()
    world.install('go', `echo x >> ${world.root}/runs`)
    world.file('ws/.ssh/go.mod')
    world.file('ws/a.go')
    using gate = testGate(() => [fileOperationsToolset(world)])
    const caller = { ...gate.caller, workdir: world.workspace }
    const call = (path: string) => gate.call('file_operations.get_errors', { path }, { caller, patienceMs: 1 })
    expect(await call(world.data)).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_DENIED' } })
    expect(await call('missing')).toMatchObject({ status: 'failed', error: { code: 'NOT_FOUND' } })
    expect(await call('a.go')).toMatchObject({ status: 'failed', error: { code: 'INVALID_PARAMETERS' } })
    expect(gate.approvals.list('pending')).toEqual([])
    await call('.ssh')
    await call(world.outside)
    expect(gate.approvals.list('pending')).toHaveLength(2)
    expect(existsSync(`${world.root}/runs`)).toBe(false)
  })

  it('answers from what it knows while nothing changed', async () => {
    using world = checkerWorld()
    const runs = `${world.root}/runs`
    world.install('go', `echo x >> ${runs}; echo 'a.go:3:2: unreachable code' >&2; exit 1`)
    world.file('ws/go.mod')
    world.file('ws/a.go', 'package a\n')
    const statuses = async () => (await check(world)).checkers.map(({ status }) => status)
    expect(await statuses()).toEqual(['ran'])
    expect(await statuses()).toEqual(['cached'])
    world.file('ws/a.go', 'package b\n// more\n')
    expect(await statuses()).toEqual(['ran'])
    world.install('go', `echo y >> ${runs}; echo 'a.go:3:2: unreachable code, still' >&2; exit 1`)
    expect(await statuses()).toEqual(['ran'])
    expect(readFileSync(runs, 'utf8')).toBe('x\nx\ny\n')
  })

  it('says when a checker failed or took too long, with what it said', async () => {
    using world = checkerWorld()
    world.install('go', 'echo "go: no such toolchain" >&2; exit 2')
    world.file('ws/go.mod')
    expect((await check(world)).checkers).toMatchObject([
      { name: 'go vet', status: 'failed', note: 'go: no such toolchain' },
    ])
    using hurried = checkerWorld({ timeMs: 200 })
    hurried.install('swift', 'exec /bin/sleep 600')
    hurried.file('ws/Package.swift')
    expect((await check(hurried)).checkers).toMatchObject([{ name: 'swift build', status: 'timeout' }])
  })

  it('gives checkers no secret, and nothing that loads code', async () => {
    using world = checkerWorld({
      env: { API_KEY: 'hush', NODE_OPTIONS: '--require x', LD_PRELOAD: 'x', GOPATH: '/go' },
    })
    world.install('go', `/usr/bin/env > ${world.root}/env`)
    world.file('ws/go.mod')
    await check(world)
    const env = readFileSync(`${world.root}/env`, 'utf8')
    expect(env).toContain('GOPATH=/go')
    expect(env).not.toMatch(/API_KEY|NODE_OPTIONS|LD_PRELOAD|relative/)
  })

  it('ends the whole group when it is cancelled', async () => {
    using world = checkerWorld()
    world.install('go', `/bin/sleep 600 & echo $! > ${world.root}/pids; echo $$ >> ${world.root}/pids; wait`)
    world.file('ws/go.mod')
    using tree = world.files.openTree(world.locate('.'))
    const planned = await world.diagnostics.plan({
      root: world.workspace,
      top: world.workspace,
      files: [],
      read: (name) => (name === 'go.mod' ? '' : null),
      find: async () => [],
    })
    const cancel = new AbortController()
    const run = world.diagnostics.run(planned, {
      directory: tree.startIn,
      state: async () => null,
      isShown: () => true,
      signal: cancel.signal,
      progress: () => {},
    })
    const pids = await vi.waitFor(() => {
      const found = readFileSync(`${world.root}/pids`, 'utf8').trim().split('\n').map(Number)
      if (found.length < 2) throw new Error('not yet')
      return found
    }, PATIENCE)
    cancel.abort()
    await expect(run).rejects.toThrow()
    for (const pid of pids) await vi.waitFor(() => expect(isRunning(pid)).toBe(false), PATIENCE)
  })

  it('runs what a person declared, and reads it by its matcher', async () => {
    using world = checkerWorld({
      checkers: [
        {
          name: 'house lint',
          command: ['lint', '--all'],
          when: 'Lintfile',
          matcher: '^(?<severity>\\w+) (?<code>L\\d+) at (?<file>[^ ]+) line (?<line>\\d+): (?<message>.*)$',
        },
        { name: 'elsewhere', command: ['other'], when: 'Otherfile', matcher: 'gcc' },
      ],
    })
    world.install('lint', 'echo "args $*"; echo "warning L12 at src/x line 7: too long"; exit 1')
    world.file('ws/Lintfile')
    const { errors, checkers } = await check(world)
    expect(errors).toEqual([
      {
        file: `${world.workspace}/src/x`,
        line: 7,
        severity: 'warning',
        message: 'too long',
        code: 'L12',
        source: 'house lint',
      },
    ])
    expect(checkers).toMatchObject([{ name: 'house lint', status: 'ran' }])
  })

  it('shows nothing about protected files', async () => {
    using world = checkerWorld()
    world.install('cc', "echo '.env:1:1: error: unknown type name hunter2'; echo 'a.c:1:1: error: no'; exit 1")
    world.file('ws/a.c')
    world.file('ws/.env', 'hunter2')
    const { errors, output } = await check(world)
    expect(errors).toMatchObject([{ file: `${world.workspace}/a.c` }])
    expect(JSON.stringify(output)).not.toContain('hunter2')
  })
})

const PATIENCE = { timeout: 30_000, interval: 20 }

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A process that ended but was not collected by its parent is gone all the same.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
