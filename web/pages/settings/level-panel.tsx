import type { LevelView } from '../../../src/contract/machine-level.ts'
import { LEVEL_WORDS } from '../../app/status.ts'
import { useLive } from '../../data/live.ts'
import { Panel } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Until } from '../../ui/time.tsx'
import { Row } from './row.tsx'

/** What holds, and where it comes from. It is changed with the pill at the top, which is on every page. */
export function LevelPanel() {
  const { data } = useLive<LevelView>('/api/level', ['host.level', 'settings.changed'])
  if (data === undefined) return <Skeleton rows={2} />
  const words = (level: LevelView['level']) => (level === null ? 'none' : LEVEL_WORDS[level])
  return (
    <Panel title="Level of this machine">
      <Row
        title="In force"
        about="The stricter of these, the profile and the token holds. Change it with the pill at the top."
      >
        <span className="text-sm font-medium">
          {data.level === null ? 'the level of each profile' : words(data.level)}
          {data.until !== null && (
            <>
              , <Until at={data.until} /> left
            </>
          )}
        </span>
      </Row>
      <Row title="Set here or by the command">
        <span className="text-sm">{words(data.machine)}</span>
      </Row>
      <Row title="From settings.json">
        <span className="text-sm">{words(data.settings)}</span>
      </Row>
    </Panel>
  )
}
