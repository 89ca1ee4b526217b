import { describe, expect, it } from 'vitest'
import { analysed, loadCommands } from '../../test/support/command-table.ts'
import { coversSameShape } from './shape.ts'

loadCommands()

const shapeOf = (command: string) => {
  const shape = analysed(command).parts.at(-1)?.shape
  if (shape === undefined) throw new Error(`no part in ${command}`)
  return shape
}

describe('a shape', () => {
  it('has program, subcommand and flags, and nothing of the text', () => {
    expect(shapeOf("git commit -am 'one' --no-edit")).toMatchObject({
      program: 'git',
      subcommands: ['commit'],
      flags: ['--no-edit', '-a', '-m'],
      isComplete: true,
    })
    expect(shapeOf('npm run build -- --watch')).toMatchObject({ program: 'npm', subcommands: ['run', 'build'] })
    expect(shapeOf('CI=1 npm test')).toMatchObject({ variables: ['CI'] })
  })

  it.each([
    ['the same again', 'npm test', 'npm test', true],
    ['other words of a message', 'git commit -m one', 'git commit -m two', true],
    ['fewer flags', 'git commit -a -m one', 'git commit -m two', true],
    ['more flags', 'git commit -m one', 'git commit -m one --no-verify', false],
    ['another script', 'npm run build', 'npm run deploy', false],
    ['another subcommand', 'git commit -m one', 'git push', false],
    ['another target', 'make build', 'make deploy', false],
    ['another file for python', 'python3 a.py', 'python3 b.py', false],
    ['another program', 'cp a b', 'mv a b', false],
    ['a wrapper', 'make build', 'sudo make build', false],
    ['a variable', 'make build', 'CI=1 make build', false],
    ['an output', 'git show HEAD', 'git show HEAD > a.txt', false],
    ['another output', 'git show HEAD > a.txt', 'git show HEAD > b.txt', false],
    ['the same output', 'git show HEAD > a.txt', 'git show HEAD > a.txt', true],
    ['something that deletes', 'rsync -a a/ b/', 'rsync -a --delete a/ b/', false],
    ['a word nobody knows', 'frob one', 'frob "$x"', false],
    ['a program nobody knows', 'frob one', '$x one', false],
    ['words from elsewhere', 'rm a', 'xargs rm', false],
    ['code, even when it is the same', 'eval "$x"', 'eval "$x"', false],
    ['an unknown subcommand', 'frob one', 'frob two', false],
  ])('allowed once covers %s: %s → %s', (_, allowed, asked, expected) => {
    expect(coversSameShape(shapeOf(allowed), shapeOf(asked))).toBe(expected)
  })
})
