import type { StatusView } from '../contract/status.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'

export const pauseCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'pause',
    summary: 'Refuse every call until you resume. Lasts over restarts.',
    examples: ['upperhand pause'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const { isPaused } = await api.post<StatusView>('/api/pause')
    output.answer({ isPaused }, () => ['Paused: every call is refused. Go on with upperhand resume.'])
  })

export const resumeCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'resume',
    summary: 'Let calls through again after a pause.',
    examples: ['upperhand resume'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const { isPaused } = await api.post<StatusView>('/api/resume')
    output.answer({ isPaused }, () => ['Calls go through again.'])
  })
