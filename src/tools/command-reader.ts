import type { Analyse, Commands } from '../commands/commands.ts'
import type { CommandResource } from '../contract/resources.ts'
import { commandsIn } from './command-resources.ts'

export interface CommandReader {
  /** Reads a command the way the gate does; nothing before `loadCommands` has been awaited. */
  readonly readCommand: (text: string) => readonly CommandResource[]
  readonly loadCommands: () => Promise<void>
}

/** For rules and their examples, which are about commands alone: the files they would touch are not looked at. */
export function createCommandReader(commands: Commands, home: string): CommandReader {
  let analyse: Analyse | undefined
  return {
    readCommand: (text) => (analyse === undefined ? [] : commandsIn(analyse(text, { cwd: home, home }))),
    loadCommands: async () => {
      analyse = await commands.load()
    },
  }
}
