import { posix } from 'node:path'

/** One name for each kind of file that must not be read unasked, to see whether a pattern reaches it. */
const SENSITIVE = [
  '.env',
  '.env.local',
  '.env.production',
  '.ssh',
  '.gnupg',
  '.aws',
  '.kube',
  '.azure',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '.git-credentials',
  '.docker',
  '.config',
  '.password-store',
  '.mozilla',
  'id_rsa',
  'id_ed25519',
  'server.pem',
  'server.key',
  'shadow',
  '.git',
  'hooks',
  'config',
  '.bashrc',
  '.zshrc',
  '.profile',
]
const ANY_NAME = ['main.c', 'Q7']
const PATHS_MAX = 60

/** Paths that stand for what a pattern may match: the pattern as it is, and what sensitive names it covers. */
export function samplesOf(path: string): string[] {
  let samples = ['']
  for (const name of posix.normalize(path).split('/').slice(1)) {
    const choices = [name, ...(isPattern(name) ? SENSITIVE.filter((one) => regexOf(name).test(one)) : [])]
    samples = samples.flatMap((start) => choices.map((choice) => `${start}/${choice}`)).slice(0, PATHS_MAX)
  }
  return samples
}

/** A pattern that covers any name says nothing; what it may reach is what a recursive read reaches as well. */
function isPattern(name: string): boolean {
  return /[*?[]/.test(name) && !ANY_NAME.some((one) => regexOf(name).test(one))
}

function regexOf(name: string): RegExp {
  const source = name.replace(/\[!?[^\]]*\]|\*+|\?|[^*?[]+|\[/g, (piece) => {
    if (piece.startsWith('*')) return '.*'
    if (piece === '?') return '.'
    // A class matches whatever it says; taking it for any character errs on the safe side.
    return piece.startsWith('[') ? '.' : piece.replace(/[.+^${}()|\\]/g, '\\$&')
  })
  return new RegExp(`^${/^[*?[]/.test(name) ? '(?!\\.)' : ''}${source}$`, 'i')
}
