import { countTokens } from 'gpt-tokenizer'
import { STOCK_PROFILES } from '../../src/profiles/stock.ts'
import type { Measurement } from '../harness/bench.ts'
import type { Fact } from '../harness/report.ts'
import { openCore } from '../subjects/core.ts'

/** What the design allows; the others have no bound of their own. */
const MOST: Readonly<Record<string, number>> = { 'workspace-agent': 3_000, 'remote-primitives': 1_600 }

export const toolLists: Measurement = {
  name: 'tokens',
  run: async () => {
    using open = openCore('everything')
    return {
      title: 'Tokens of `tools/list`',
      about: 'The whole answer, counted with gpt-tokenizer (o200k).',
      findings: STOCK_PROFILES.map(({ id }): Fact => {
        const { tools, json } = open.core.profiles.published(id)
        const tokens = countTokens(`{"tools":${json}}`)
        const most = MOST[id]
        return {
          kind: 'fact',
          what: `\`${id}\`, ${tools.length} tools`,
          value: tokens.toLocaleString('en'),
          target: most === undefined ? undefined : { text: `≤ ${most.toLocaleString('en')}`, isMet: tokens <= most },
        }
      }),
    }
  },
}
