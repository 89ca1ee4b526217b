import { describeCommand, type MakeCommand, toolsOf } from './command.ts'

export const logoutCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'logout',
    summary: 'Sign every browser out of the console.',
    examples: ['upperhand logout'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const answer = await api.post<{ ended: number }>('/api/logout')
    const { ended } = answer
    output.answer(answer, () => [
      ended === 0
        ? 'No browser was signed in.'
        : ended === 1
          ? 'One browser is signed out.'
          : `${ended} browsers are signed out.`,
    ])
  })
