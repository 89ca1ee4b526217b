import { expect, it } from 'vitest'
import { askedWords, matchAny, wordsOf } from './words.ts'

it.each([
  ['a word is itself', 'hello', ['hello']],
  ['a hump starts a part, and the whole stays', 'readFileSync', ['readfilesync', 'read', 'file', 'sync']],
  ['capitals in a row are one part', 'HTTPServer', ['httpserver', 'http', 'server']],
  ['snake case falls apart', 'max_open_files', ['max_open_files', 'max', 'open', 'files']],
  ['letters and digits are kept whole, too', 'TS2345', ['ts2345', 'ts', '2345']],
  ['a leading underscore hides nothing', '_private', ['_private', 'private']],
  ['other scripts are words', 'größe 文件', ['größe', '文件']],
  ['signs are no words', '-> { } =>', []],
  ['what is too long to be a word is none', 'x'.repeat(65), []],
])('%s', (_, text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it('asks for what counts, and for everything where nothing does', () => {
  expect(askedWords('Where is the file read?')).toEqual(['file', 'read'])
  expect(askedWords('to be or not to be')).toEqual(['not'])
  expect(askedWords('where is it')).toEqual(['where', 'is', 'it'])
})

it('lets nothing of a question be syntax', () => {
  expect(matchAny(['a"b', 'NEAR'])).toBe('"a""b" OR "NEAR"')
  expect(matchAny([])).toBeNull()
})
