import { HostError } from '../base/host-error.ts'
import type { Endpoint } from './client.ts'
import type { Action, ManualPlan } from './plan.ts'

export const OPEN_WEBUI = { id: 'open-webui', label: 'Open WebUI' } as const

export function planOpenWebUi(action: Action, endpoint: Endpoint | undefined): ManualPlan {
  const about = { kind: 'manual', client: OPEN_WEBUI.id, action } as const
  if (action === 'disconnect') {
    return { ...about, steps: ['Remove the connection in Open WebUI: Admin Settings, then External Tools.'] }
  }
  if (endpoint !== undefined) return { ...about, steps: openWebUiSteps(endpoint) }
  throw new HostError('INVALID_PARAMETERS', 'Open WebUI is connected by address only.', { hint: 'Add --http.' })
}

/** Open WebUI keeps its servers in its own database, so a person enters the address there. */
export function openWebUiSteps({ url, token }: Endpoint): string[] {
  return [
    'In Open WebUI (0.6.31 or newer) open Admin Settings, then External Tools, and add a connection.',
    'Type: MCP (Streamable HTTP)',
    `URL: ${url}`,
    `If it runs in Docker Desktop: ${inDocker(url)}, with host.docker.internal in allowedHosts of settings.json. In Docker on Linux start it with --network=host.`,
    'Auth: Bearer',
    `Token: ${token}`,
    `Or a token for it alone: upperhand tokens add ${OPEN_WEBUI.id} --profile <id>`,
    'Set WEBUI_SECRET_KEY for Open WebUI, or it forgets the token when it restarts.',
    'Then switch the tools on in a chat.',
  ]
}

function inDocker(url: string): string {
  return url.replace(/\/\/(127\.0\.0\.1|localhost|\[::1\])/, '//host.docker.internal')
}
