import { because, type Draft } from './draft.ts'

const OUR_NAME = /(?:^|\/)upperhand(?:@[\w.^~-]+)?(?:\.(?:mjs|js|cmd|ps1|exe))?$/i
/** Programs that start, install or stop others by name. */
const NAMES_OTHERS = new Set(
  'node bun deno npx bunx npm pnpm yarn pkill killall systemctl service launchctl brew pgrep pidof'.split(' '),
)

/** Agents never run or stop upperhand, and never name its files. */
export function checkOwn(draft: Draft, program: string | null): void {
  const [name, ...rest] = draft.words
  const { borders } = draft.source
  if (name?.value != null && OUR_NAME.test(name.value)) {
    isOwn(draft, 'It runs upperhand itself.')
    return
  }
  const runsByName = program !== null && NAMES_OTHERS.has(program)
  if (runsByName && rest.some(({ value }) => value !== null && OUR_NAME.test(value))) {
    isOwn(draft, 'It runs, changes or stops upperhand itself.')
    return
  }
  const values = [...draft.words, ...draft.assignments.map(({ value }) => value)]
  if (values.some(({ value, prefix }) => borders.mentionsOwn(value ?? prefix))) {
    isOwn(draft, 'It names files of upperhand itself.')
  }
}

function isOwn(draft: Draft, text: string): void {
  because(draft, 'critical', 'own', text)
}
