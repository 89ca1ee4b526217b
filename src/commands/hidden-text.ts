import { visible } from '../base/visible.ts'
import { type Draft, isUninspectable } from './draft.ts'
import type { Word } from './word.ts'

const LATIN = /[A-Za-z]/
/** Letters of other scripts that look like Latin ones. */
const LOOK_ALIKE =
  /[\u0370-\u03ff\u0400-\u052f\u0531-\u058f\u13a0-\u13ff\u1d00-\u1d7f\u2100-\u214f\uff01-\uff5e]|\ud835[\udc00-\udfff]/
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\r\v\f]/

/** Characters that make a word look like another one. */
export function checkHidden(draft: Draft, word: Word): void {
  const text = word.value ?? word.raw
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return
  if (visible(text) !== text || ODD_SPACE.test(text)) {
    isUninspectable(draft, 'hidden-characters', 'It has characters that cannot be seen.', word)
    return
  }
  const isName = word === draft.words[0]
  if (LOOK_ALIKE.test(text) && (isName || (LATIN.test(text) && !/\s/.test(text)))) {
    isUninspectable(draft, 'look-alike', 'It has letters that look like others.', word)
  }
}
