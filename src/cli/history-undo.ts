import type { UndoPlan } from '../contract/undo.ts'
import type { Api } from './api.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { moment, type Output, shown } from './output.ts'

interface Options {
  readonly plan?: boolean
  readonly force?: boolean
}

/** `fullId` completes a unique beginning. */
export const historyUndoCommand =
  (fullId: (api: Api, id: string) => Promise<string>): MakeCommand =>
  (context) =>
    describeCommand({
      name: 'undo',
      summary: 'Take back what a call did to files. An undo is a call, too, and can be undone.',
      examples: ['upperhand history undo call_1a2b3c --plan', 'upperhand history undo call_1a2b3c'],
    })
      .argument('<id>', 'the id of the call, or a unique beginning of a recent one')
      .option('--plan', 'only say what it would do, and what is in the way')
      .option('--force', 'also where something was changed since; what is there now is kept')
      .action(async (id: string, _options, command) => {
        const { api, output, options } = toolsOf<Options>(context, command)
        const path = `/api/history/${await fullId(api, id)}/undo`
        if (options.plan === true) {
          const plan = await api.get<UndoPlan>(path)
          output.answer(plan, () => planLines(plan, output))
          return
        }
        const done = await api.post<{ callId: string; plan: UndoPlan }>(path, { force: options.force === true })
        output.answer(done, () => [
          ...done.plan.steps.map(({ path: changed, action }) => `${shown(changed)}: ${shown(action)}`),
          `Done. To have it back: upperhand history undo ${done.callId}`,
        ])
      })

function planLines({ steps, state, reason, expiresAt }: UndoPlan, { paint }: Output): string[] {
  const lines = steps.map(({ path, action, conflict, canForce }) => {
    const line = `${shown(path)}: ${shown(action)}`
    if (conflict === null) return line
    return paint('red', `${line} - ${shown(conflict)}${canForce ? ' (--force does it anyway)' : ''}`)
  })
  const end =
    state === 'ready' && expiresAt !== null ? `It can be undone until ${moment(expiresAt)}.` : shown(reason ?? '')
  return [...lines, end]
}
