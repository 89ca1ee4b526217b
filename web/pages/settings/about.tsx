import { useState } from 'react'
import { otherWarnings } from '../../../src/contract/status.ts'
import { useStatus } from '../../app/status.ts'
import { api } from '../../data/api.ts'
import { useConnection } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'
import { ChainCheck } from '../history/chain-check.tsx'
import { Row } from './row.tsx'

export function About() {
  const { data } = useStatus()
  const { state } = useConnection()
  const [isStopping, setStopping] = useState(false)
  if (data === undefined) return null
  const warnings = [...data.safeMode, ...otherWarnings(data)]
  return (
    <Panel title="About and health">
      <Row
        title="Version"
        about={
          <>
            running since <Ago at={data.startedAt} />, process {data.pid}
          </>
        }
      >
        <span className="font-mono text-sm">{data.version}</span>
      </Row>
      <Row title="Data">
        <Foreign className="font-mono text-[13px]">{data.dataDirectory}</Foreign>
      </Row>
      <Row title="Event stream">
        <span className="text-sm">{state}</span>
      </Row>
      <Row title="Problems">
        <span className="text-sm">
          {warnings.length === 0 ? 'none known' : <Foreign>{warnings.join(' ')}</Foreign>}
        </span>
      </Row>
      <Row title="History" about="Every entry is chained to the one before it.">
        <ChainCheck />
      </Row>
      <Row title="Stop upperhand" about="Clients lose their tools until it runs again.">
        <Button kind="danger" size="small" onClick={() => setStopping(true)}>
          Stop…
        </Button>
      </Row>
      <Dialog
        isOpen={isStopping}
        onClose={() => setStopping(false)}
        title="Stop upperhand?"
        about="A client that needs it starts it again."
      >
        <DialogActions>
          <Button onClick={() => setStopping(false)}>Cancel</Button>
          <Button
            kind="danger"
            onClick={() => {
              setStopping(false)
              void api.post('/api/shutdown').catch(sayError)
            }}
          >
            Stop it
          </Button>
        </DialogActions>
      </Dialog>
    </Panel>
  )
}
