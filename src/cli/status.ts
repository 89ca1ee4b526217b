import { otherWarnings, type StatusView } from '../contract/status.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { type Output, shown, span, table } from './output.ts'

export const statusCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'status',
    summary: 'Say how upperhand is: address, profiles, what waits, what is wrong.',
    examples: ['upperhand status', 'upperhand status --json'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const status = await api.get<StatusView>('/api/status')
    output.answer({ running: true, ...status }, () => statusLines(status, output))
  })

export function statusLines(status: StatusView, { paint }: Output): string[] {
  const { version, pid, startedAt, url, mcpUrl, dataDirectory, activeProfile, profiles, pendingApprovals, runs } =
    status
  const active = profiles.find(({ id }) => id === activeProfile)
  return [
    paint('bold', `upperhand ${version} has been running for ${span(Date.now() - startedAt)}.`),
    ...troubleLines(status, { paint }),
    ...table([
      ['Console', url],
      ['MCP', mcpUrl],
      ['Profile', active === undefined ? activeProfile : `${activeProfile} (${active.level}, ${active.tools} tools)`],
      ...(status.level === null ? [] : [['Level', `${status.level} on this machine${untilWords(status)}`]]),
      ['Waiting', pendingApprovals === 0 ? 'nothing' : `${pendingApprovals}, see upperhand ask ls`],
      ['Clients', String(runs)],
      ['Process', String(pid)],
      ['Data', shown(dataDirectory)],
    ]),
  ]
}

function untilWords({ levelUntil }: StatusView): string {
  return levelUntil === null || levelUntil === undefined ? '' : ` for ${span(levelUntil - Date.now())}`
}

/** What a person should know at once. */
export function troubleLines(status: StatusView, { paint }: Pick<Output, 'paint'>): string[] {
  const { isPaused, safeMode } = status
  return [
    ...(isPaused ? [paint('yellow', 'Paused: every call is refused. Go on with upperhand resume.')] : []),
    ...(safeMode.length > 0 ? [paint('red', 'Safe mode: reading works, writes are refused.')] : []),
    ...safeMode.map((reason) => paint('red', `  ${shown(reason)}`)),
    ...otherWarnings(status).map((warning) => paint('yellow', `Note: ${shown(warning)}`)),
  ]
}
