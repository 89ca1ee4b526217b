import type { CommandSweep } from '../../contract/commands.ts'
import type { Arguments } from '../flags.ts'

/** `--include` narrows what grep reads; what excludes is left aside, so that at most too much is looked at. */
export function sweepOfGrep(args: Arguments): Partial<CommandSweep> {
  return {
    only: valuesOf(args, '--include'),
    links: hasAny(args, '-R', '--dereference-recursive') ? 'followed' : 'passed',
  }
}

/** ripgrep passes by what is hidden or ignored, unless it is told otherwise. */
export function sweepOfRipgrep(args: Arguments): Partial<CommandSweep> {
  const unrestricted = args.flags.filter(({ name }) => name === '-u' || name === '--unrestricted').length
  // A pattern that is asked for is found though it is hidden or ignored; one that excludes changes nothing.
  const globs = args.flags.filter(({ name }) => GLOBS.has(name)).map(({ value }) => value?.value ?? null)
  const wanted = globs.filter((glob) => glob?.startsWith('!') !== true)
  const only = wanted.flatMap((glob) => (glob !== null && !glob.includes('/') ? [glob] : []))
  return {
    skipsHidden: unrestricted < 2 && !hasAny(args, '--hidden', '-.') && wanted.length === 0,
    skipsIgnored: unrestricted < 1 && !hasAny(args, '--no-ignore', '--no-ignore-vcs') && wanted.length === 0,
    links: hasAny(args, '-L', '--follow') ? 'followed' : 'passed',
    only: only.length === 0 || only.length < wanted.length ? null : only,
  }
}

const GLOBS = new Set(['-g', '--glob', '--iglob'])

function hasAny({ flags }: Arguments, ...names: readonly string[]): boolean {
  return flags.some(({ name }) => names.includes(name))
}

/** Null where there are none, or where one of them cannot be known. */
function valuesOf({ flags }: Arguments, ...names: readonly string[]): string[] | null {
  const values = flags.filter(({ name }) => names.includes(name)).map(({ value }) => value?.value ?? null)
  const known = values.filter((value) => value !== null)
  return known.length === 0 || known.length < values.length ? null : known
}
