import type { ProfileLookup } from '../../contract/policy.ts'

/** What a client's model is told once: what no tool description has to repeat. */
export function instructionsFor(lookup: ProfileLookup): string {
  if (!lookup.ok) return `upperhand offers no tools here: ${lookup.reason} ${lookup.hint}`
  const { profile } = lookup
  return [
    'upperhand gives you tools on this machine, and a person keeps the upper hand.',
    ...placeOf(profile.paths),
    ...askingOf(profile.confirms, profile.onAsk),
    'A long result is shortened and says how to read on. An error says what is allowed; correct the call instead of repeating it.',
  ].join(' ')
}

function placeOf(paths: 'open' | 'workspace' | 'projects'): string[] {
  if (paths === 'open') return ['Paths may be absolute or relative to the working directory.']
  if (paths === 'projects') return ['Only registered projects can be reached.']
  return ['Paths are relative to the working directory; what is inside it needs no approval, what is outside may.']
}

function askingOf(confirms: 'person' | 'caller', onAsk: 'wait' | 'error'): string[] {
  if (confirms === 'caller') return ['Confirm risky calls with your user before you make them.']
  if (onAsk === 'error') {
    return [
      'A call that needs a person is refused: ask with user_collaboration and authorize_operation, then repeat it.',
    ]
  }
  return [
    'A call that needs a person waits. If it answers approval_pending, do other work, call approval_wait, or repeat the same call: once approved it runs at once.',
  ]
}
