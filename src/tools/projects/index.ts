import type { Toolset } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { getBackgroundProcessOutput } from './get-background-process-output.ts'
import { listBackgroundProcesses } from './list-background-processes.ts'
import { stopBackgroundProcess } from './stop-background-process.ts'

export const projectsToolset = (services: { readonly sessions: Sessions }): Toolset => ({
  name: 'projects',
  title: 'Project Tools',
  summary: 'Projects and what runs for them.',
  category: 'projects',
  shape: 'flat',
  operations: [
    listBackgroundProcesses(services),
    getBackgroundProcessOutput(services),
    stopBackgroundProcess(services),
  ],
})
