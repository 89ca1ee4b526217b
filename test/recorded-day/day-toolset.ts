import { z } from 'zod'
import type { Files } from '../../src/files/files.ts'
import { commandLabel, type TouchCommand } from '../../src/tools/command-touches.ts'
import { operation, type Toolset } from '../../src/tools/operation.ts'

interface Parts {
  readonly files: Files
  readonly touchCommand: TouchCommand
  /** Every command and path that really ran, in order. */
  readonly ran: string[]
}

/** What a coding agent does, judged by the real analysis and the real path authority; nothing is executed. */
export function dayToolset({ files, touchCommand, ran }: Parts): Toolset {
  const onPath = (name: string, effect: 'read' | 'write' | 'destroy') =>
    operation({
      name,
      title: name,
      description: name,
      effect,
      icon: 'file',
      input: z.strictObject({ path: z.string() }),
      output: z.object({}),
      example: { path: 'a' },
      touches: ({ path }, { place }) => ({ file: files.locate(place, path, effect) }),
      label: ({ path }) => `${name} ${path}`,
      run: ({ path }) => {
        ran.push(path)
        return {}
      },
      text: () => '',
    })
  return {
    name: 'day',
    title: 'A day',
    summary: 'A day',
    category: 'files',
    shape: 'grouped',
    operations: [
      onPath('read_it', 'read'),
      onPath('write_it', 'write'),
      onPath('delete_it', 'destroy'),
      operation({
        name: 'run_it',
        title: 'Run',
        description: 'Run',
        effect: 'execute',
        icon: 'wrench',
        input: z.strictObject({ command: z.string() }),
        output: z.object({}),
        example: { command: 'ls' },
        touches: ({ command }, { place }) => touchCommand({ command, place }),
        label: ({ command }) => commandLabel(command),
        details: (_input, { command }) => command.details,
        preview: (_input, { command }) => command.preview,
        run: ({ command }) => {
          ran.push(command)
          return {}
        },
        text: () => '',
      }),
    ],
  }
}
