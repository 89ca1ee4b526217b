import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY } from '../recorded-day/day.ts'
import { atTerminal } from '../support/at-terminal.ts'
import { sessionWorld } from '../support/session-world.ts'

/** What only looks, and costs little: its exit code does not depend on when it runs. */
const CHEAP = /^(?:pwd|ls|cat|find|grep|git (?:status|log|diff|branch|show)|wc|head|tail|node --version)\b/

test('what looks around on the recorded day runs in one terminal, with the exit codes of a plain shell', async () => {
  await using world = await sessionWorld()
  for (const call of DAY) {
    if (call.kind === 'run' || call.path.startsWith('/')) continue
    mkdirSync(dirname(join(world.workdir, call.path)), { recursive: true })
    writeFileSync(join(world.workdir, call.path), `// ${call.path}\n`)
  }
  const git = (...words: string[]) => execFileSync('git', words, { cwd: world.workdir, stdio: 'ignore' })
  git('init', '-q')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first')

  const commands = [...new Set(DAY.flatMap((call) => (call.kind === 'run' ? [call.command] : [])))].filter((command) =>
    CHEAP.test(command),
  )
  expect(commands.length).toBeGreaterThan(25)
  const env = { ...process.env, HOME: world.home }
  const at = atTerminal(world)
  for (const command of commands) {
    const plain = spawnSync('/bin/bash', ['-c', command], { cwd: world.workdir, env }).status
    const { exitCode, isRunning } = await at.run(command)
    expect([command, exitCode, isRunning]).toEqual([command, plain, false])
  }
  expect(world.sessions.own.list(at.caller)).toHaveLength(1)
})
