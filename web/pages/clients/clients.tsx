import { useState } from 'react'
import type { ClientLaunch, ClientState, ClientView } from '../../../src/contract/clients.ts'
import { useStatus } from '../../app/status.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Code } from '../../ui/code.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { ClientTest } from './client-test.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { RunList } from './run-list.tsx'

export const CLIENTS = '/api/clients'

const STATES: Readonly<Record<ClientState, { readonly words: string; readonly tone: Tone }>> = {
  connected: { words: 'connected', tone: 'good' },
  outdated: { words: 'connected, but not as it would be written today', tone: 'warn' },
  foreign: { words: 'another server has our name there', tone: 'bad' },
  not_connected: { words: 'not connected', tone: 'plain' },
  unreadable: { words: 'its configuration cannot be read', tone: 'bad' },
}

interface Wanted {
  readonly client: ClientView
  readonly action: 'connect' | 'disconnect'
}

/** AI clients of this machine. Each change is shown as a diff before it is made, with a copy of what was there. */
export default function ClientsPage() {
  const { data, error } = useLive<{ readonly clients: readonly ClientView[]; readonly launch: ClientLaunch }>(CLIENTS)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const clients = (data?.clients ?? []).toSorted((a, b) => Number(b.isDetected) - Number(a.isDetected))
  return (
    <Page
      title="Clients"
      about="Connecting changes one entry in the client's own configuration. You see the change first."
    >
      <RunList />
      {error !== undefined && <ErrorState error={error} onRetry={() => void reload(CLIENTS)} />}
      {data === undefined && error === undefined && <Skeleton />}
      {data !== undefined && (
        <Panel title="On this machine">
          <ul>
            {clients.map((client) => (
              <ClientRow key={client.id} client={client} onWant={(action) => setWanted({ client, action })} />
            ))}
          </ul>
        </Panel>
      )}
      {data !== undefined && <OtherClients launch={data.launch} />}
      {wanted !== null && <PlanDialog {...wanted} onClose={() => setWanted(null)} />}
    </Page>
  )
}

function ClientRow({
  client,
  onWant,
}: {
  readonly client: ClientView
  readonly onWant: (action: Wanted['action']) => void
}) {
  const { label, isDetected, state, profile, transport, file, problems } = client
  const isConnected = state === 'connected' || state === 'outdated'
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {label}
          <Chip tone={STATES[state].tone}>{STATES[state].words}</Chip>
          {!isDetected && <Chip>not found here</Chip>}
        </p>
        <p className="text-xs text-muted">
          {isConnected && `profile ${profile ?? 'active'}, by ${transport === 'http' ? 'address' : 'command'} · `}
          <Foreign className="font-mono">{file}</Foreign>
        </p>
        {problems.map((problem) => (
          <p key={problem} className="text-xs text-bad">
            <Foreign>{problem}</Foreign>
          </p>
        ))}
      </div>
      {isConnected && <ClientTest id={client.id} label={label} />}
      {isConnected && (
        <Button size="small" aria-label={`Disconnect ${label}`} onClick={() => onWant('disconnect')}>
          Disconnect
        </Button>
      )}
      <Button
        size="small"
        kind={isConnected || !isDetected ? 'plain' : 'primary'}
        aria-label={`${isConnected ? 'Connect anew' : 'Connect'} ${label}`}
        onClick={() => onWant('connect')}
      >
        {isConnected ? 'Connect anew' : 'Connect'}
      </Button>
    </li>
  )
}

/** What to paste where no button reaches. */
function OtherClients({ launch: { command, args, env } }: { readonly launch: ClientLaunch }) {
  const { data } = useStatus()
  if (data === undefined) return null
  const entry = { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) }
  const stdio = { mcpServers: { upperhand: entry } }
  return (
    <Panel title="Any other client">
      <div className="grid gap-4 p-4 lg:grid-cols-2">
        <div>
          <p className="mb-1 text-sm font-medium">By command</p>
          <Code label="Configuration by command">{JSON.stringify(stdio, null, 2)}</Code>
        </div>
        <div>
          <p className="mb-1 text-sm font-medium">By address</p>
          <Code label="Configuration by address">
            {`${data.mcpUrl}\nAuthorization: Bearer <the content of ${data.dataDirectory}/token>`}
          </Code>
        </div>
      </div>
    </Panel>
  )
}
