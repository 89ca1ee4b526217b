import { systemClock } from './base/clock.ts'
import { newId } from './base/ids.ts'
import type { Logger } from './base/logger.ts'
import type { LiveSettings } from './config/settings.ts'
import type { Core } from './core.ts'
import { createKnowledgeMcp } from './knowledge-mcp.ts'
import { createHistoryResources } from './servers/mcp/history-resources.ts'
import { instructionsFor } from './servers/mcp/instructions.ts'
import { joinResources } from './servers/mcp/join-resources.ts'
import { createMcp, type Mcp } from './servers/mcp/mcp.ts'
import type { Extras } from './servers/mcp/parts.ts'
import { VERSION } from './version.ts'

interface Parts {
  readonly core: Core
  readonly settings: LiveSettings
  readonly activeProfile: () => string
  readonly log: Logger
  readonly extras: Extras | undefined
}

/** The MCP server over the core, and what its clients hear when something changes. */
export function createHostMcp({ core, settings, activeProfile, log, extras }: Parts): Mcp {
  const { gate, profiles, runs, limits, names } = core
  const knowing = createKnowledgeMcp({
    ...core,
    clock: systemClock,
    remindMode: () => settings.current().reminders,
    remindEvery: () => limits.remindEveryResults,
  })
  const mcp = createMcp({
    calls: gate.calls,
    activeProfile,
    published: (id) => {
      const lookup = profiles.lookup(id)
      return lookup.ok ? { ok: true, published: profiles.published(id) } : lookup
    },
    instructions: (id) => instructionsFor(profiles.lookup(id)),
    isKnownName: names.isKnown,
    nearNames: names.near,
    allowsElicitation: (id) => {
      const lookup = profiles.lookup(id)
      return lookup.ok && lookup.profile.elicitation
    },
    decide: gate.approvals.decide,
    openRun: runs.open,
    touchRun: runs.touch,
    endRun: runs.end,
    resources: joinResources([
      createHistoryResources({
        showCall: gate.history.show,
        recentCalls: (runId, limit) => gate.history.list({ runId, limit }),
        readResult: core.results.read,
        maxChars: () => limits.keptChunkMaxChars,
      }),
      knowing.resources,
    ]),
    remind: knowing.remind,
    serverInfo: { name: 'upperhand', title: 'upperhand', version: VERSION },
    limits,
    log,
    clock: systemClock,
    newId,
    ...(extras === undefined ? { prompts: knowing.prompts } : { extras }),
  })
  knowing.follow(mcp.tell)
  let active = profiles.activeId()
  profiles.onChange(({ changed, activeId }) => {
    if (changed.length > 0 || activeId !== active) mcp.toolsChanged()
    active = activeId
  })
  return {
    ...mcp,
    close: async () => {
      knowing.close()
      await mcp.close()
    },
  }
}
