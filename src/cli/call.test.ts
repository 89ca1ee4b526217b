import { describe, expect, it } from 'vitest'
import { startFakeApi } from '../../test/support/fake-api.ts'

const route = (body: object) => ({ 'POST /api/call': { body } })
const done = { status: 'succeeded', success: true, output: 'a\u001b[2Jb', error: null, structured: {} }

describe('call', () => {
  it.each([
    ['text', ['path=a=b', 'empty='], { path: 'a=b', empty: '' }],
    ['JSON', ['limit:=20', 'all:=true', 'list:=["x"]'], { limit: 20, all: true, list: ['x'] }],
    ['a number as text', ['content=123'], { content: '123' }],
    ['one object', ['--args', '{"path": "x"}'], { path: 'x' }],
    ['nothing', [], {}],
  ])('sends %s', async (_what, args, expected) => {
    await using api = await startFakeApi(route(done))
    await api.run(['call', 'fs_read', ...args, '--profile', 'read-only'])
    expect(api.asked.at(-1)?.body).toEqual({
      name: 'fs_read',
      args: expected,
      workdir: api.directory,
      profile: 'read-only',
    })
  })

  it('gives a pipe the result as it is, and a terminal nothing to obey', async () => {
    await using api = await startFakeApi(route(done))
    expect((await api.run(['call', 'x'])).out).toBe('a\u001b[2Jb\n')
    expect((await api.run(['call', 'x'], { isTerminal: true })).out).toBe('a\\u{1b}[2Jb\n')
    expect(JSON.parse((await api.run(['call', 'x', '--json'])).out)).toEqual(done)
  })

  it('fails with the code of the failure', async () => {
    const failed = { status: 'failed', output: '', error: 'It is off.', code: 'TOOL_DISABLED', hint: 'Switch it on.' }
    await using api = await startFakeApi(route(failed))
    expect(await api.run(['call', 'x'])).toEqual({ code: 5, out: '', err: 'It is off.\nSwitch it on.\n' })
  })

  it('says what it waits for', async () => {
    await using api = await startFakeApi(route({ status: 'pending', output: '', error: null, approval_id: 'apr_1' }))
    expect(await api.run(['call', 'x'])).toMatchObject({
      code: 6,
      err: expect.stringMatching(/upperhand ask show apr_1/),
    })
  })
})
