import { z } from 'zod'
import { ENCODINGS } from '../../contract/terminals.ts'
import type { Files } from '../../files/files.ts'
import { operation } from '../operation.ts'
import { cwdOf } from '../sessions/cwd-of.ts'
import { directoryAt } from '../sessions/directory-at.ts'
import { freshShell } from '../sessions/keys.ts'
import { knownShell } from '../sessions/known-shell.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const createSession = ({ sessions, files }: { readonly sessions: Sessions; readonly files: Files }) =>
  operation({
    name: 'create_session',
    title: 'Open terminal',
    description: 'Open your terminal or find it; another directory restarts it.',
    effect: 'execute',
    icon: 'terminal',
    input: z.strictObject({
      working_directory: fields.workingDirectory,
      shell: fields.shell,
      encoding: z.enum(ENCODINGS).optional(),
    }),
    output: z.object({
      session_id: z.string(),
      tty_name: z.string().nullable(),
      status: z.enum(['created', 'existing']),
      working_directory: z.string(),
      message: z.string(),
    }),
    aliases: { working_directory: fields.DIRECTORY_ALIASES },
    unlisted: ['shell', 'encoding'],
    example: {},

    touches: ({ working_directory, shell }, { place }) => ({
      directory: directoryAt(files, place, working_directory),
      shell: { resource: freshShell(shell === undefined ? 'the login shell' : knownShell(shell)) },
    }),
    label: () => 'Creating terminal session',
    details: (_input, { directory }) => [`In ${directory.resource.path}`],

    async run({ shell, encoding, working_directory }, { directory }, { caller }) {
      const path = directory.resource.path
      const current = sessions.shells.current(caller)
      const isSame =
        current !== undefined &&
        (working_directory === undefined || current.cwd === path) &&
        (encoding === undefined || current.encoding === encoding) &&
        (shell === undefined || current.shell?.split('/').at(-1) === knownShell(shell).split('/').at(-1))
      if (isSame) return opened(current, 'existing')
      if (current !== undefined) await sessions.terminals.stop(current.id)
      const session = await sessions.shells.open(caller, {
        cwd: cwdOf(directory),
        encoding,
        ...(shell === undefined ? {} : { shell: knownShell(shell) }),
      })
      return opened(session, 'created')
    },

    text: ({ message }) => message,
  })

interface Opened {
  readonly id: string
  readonly tty: string | null
  readonly cwdNow: string
}

function opened({ id, tty, cwdNow }: Opened, status: 'created' | 'existing') {
  const message = `${status === 'created' ? 'Opened' : 'Found'} terminal ${id} in ${cwdNow}.`
  return { session_id: id, tty_name: tty, status, working_directory: cwdNow, message }
}
