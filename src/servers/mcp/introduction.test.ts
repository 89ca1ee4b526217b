import { expect, test } from 'vitest'
import { introductionOf } from './introduction.ts'

test('a client is named by initialize or by the envelope, in one visible line', () => {
  expect(introductionOf({ clientInfo: { name: 'a\nb\u202e', version: 'x'.repeat(200) } })).toMatchObject({
    client: 'a b\\u{202e}',
    clientVersion: expect.stringMatching(/^x{97}\.\.\.$/),
  })
  const _meta = { 'io.modelcontextprotocol/clientInfo': { name: 'modern', version: 5 } }
  expect(introductionOf({ _meta })).toMatchObject({ client: 'modern', clientVersion: undefined })
})

test('a header outweighs the body, is read as UTF-8, and counts only whole', () => {
  const _meta = { 'upperhand/workspace': '/body', 'upperhand/conversation': 'c' }
  const bytes = Buffer.from('/häuser').toString('latin1')
  expect(introductionOf({ _meta }, { 'upperhand-workspace': bytes })).toMatchObject({
    workdir: '/häuser',
    conversation: 'c',
  })
  expect(introductionOf({}, { 'upperhand-workspace': `/${'x'.repeat(5_000)}` }).workdir).toBeUndefined()
})
