import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { decide } from '../../src/calls/decide.ts'
import { createCommands } from '../../src/commands/commands.ts'
import { type CommandTouches, createTouchCommand, type TouchCommand } from '../../src/tools/command-touches.ts'
import { facts } from './decide-facts.ts'
import { type FileWorld, fileWorld } from './file-world.ts'

/** A project with what projects have, and with what must not leave it unasked. */
export interface CommandWorld extends Disposable {
  readonly world: FileWorld
  readonly touch: (command: string, more?: Partial<Parameters<TouchCommand>[0]>) => Promise<CommandTouches>
  /** What the default level makes of it, everything that it touches considered. */
  readonly judged: (command: string) => Promise<'allowed' | 'asks' | 'critical' | 'refused'>
}

export function commandWorld(): CommandWorld {
  const world = fileWorld()
  world.file('ws/.env', 'KEY=1')
  world.file('ws/src/a.ts', 'export {}')
  world.file('ws/src/b.ts', 'export {}')
  world.file('ws/deploy/server.pem', 'key')
  world.file('ws/docs/guide.md')
  world.file('ws/package.json', JSON.stringify({ scripts: { pretest: 'npm run lint', test: 'vitest', lint: 'biome' } }))
  world.file('ws/run.sh', 'echo one')
  world.file('ws/Makefile', 'all:\n\techo one')
  world.file('outside/secret', 'words')
  symlinkSync(world.outside, join(world.workspace, 'link-out'))
  symlinkSync(join(world.outside, 'secret'), join(world.workspace, 'docs/link.md'))
  const commands = createCommands({ protectionOf: world.files.protectionOf, ownPaths: () => [world.data] })
  const touchCommand = createTouchCommand({ files: world.files, commands, home: world.home, platform: 'linux' })
  const touch: CommandWorld['touch'] = (command, more = {}) => touchCommand({ command, place: world.place, ...more })
  return {
    world,
    touch,
    judged: async (command) => {
      const { command: first, others } = await touch(command)
      const resources = [first, ...others].map(({ resource }) => resource)
      const given = facts('execute_with_confirm', 'execute', { resource: null })
      const { verdict, because } = decide({ ...given, touches: resources.map((resource) => ({ resource })) })
      if (verdict === 'deny') return 'refused'
      if (because.step === 'critical' || resources.some(({ protection }) => protection.class === 'critical'))
        return 'critical'
      return verdict === 'ask' ? 'asks' : 'allowed'
    },
    [Symbol.dispose]: () => world[Symbol.dispose](),
  }
}
