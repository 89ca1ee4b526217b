import { expect, it } from 'vitest'
import { grantWords } from '../../web/pages/rules/grant-words.ts'

it.each([
  ['/notes/a.md', '/notes/a.md'],
  ['$ ["npm",["run","build"],[],"*",[]]', '$ npm run build (anything)'],
  ['$ ["rm",[],["-f","-r"],["my dist"],[]]', '$ rm -f -r "my dist"'],
  ['$ ["ls",[],[],["*"],[]]', '$ ls *'],
  ['$ ["keys","python3"]', 'keys python3'],
  ['$ not json', '$ not json'],
])('%s is shown as %s', (covered, words) => {
  expect(grantWords(covered)).toBe(words)
})
