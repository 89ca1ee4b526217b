import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import type { NewRule } from '../../../src/contract/rules.ts'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Foreign } from '../../ui/text.tsx'
import { say, sayError } from '../../ui/toast.tsx'

const PATH = '/api/rules/suggestions'

interface Suggestion {
  readonly label: string
  readonly rules: readonly NewRule[]
  readonly approvals: number
}

/** Asked three times or more and always approved: a rule would spare the asking. */
export function Suggestions() {
  const { data } = useLive<{ readonly suggestions: readonly Suggestion[] }>(PATH, ['rule.made', 'rule.ended'])
  const [hidden, setHidden] = useState<readonly string[]>([])
  const one = data?.suggestions.find(({ label }) => !hidden.includes(label))
  if (one === undefined) return null
  const make = async () => {
    try {
      for (const rule of one.rules) await api.post('/api/rules', rule)
      await reload(PATH)
      say('The rule is in force. It is on the page Rules.')
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <aside
      aria-label="Suggestion"
      className="flex flex-wrap items-center gap-3 border-b border-line bg-accent-soft px-4 py-2 text-sm"
    >
      <Lightbulb className="size-4 text-accent-ink" aria-hidden="true" />
      <p className="min-w-0 grow">
        You approved this {one.approvals}×: <Foreign className="font-mono text-[13px]">{one.label}</Foreign>. Make it a
        rule?
      </p>
      <Button size="small" onClick={() => void make()}>
        Make the rule
      </Button>
      <Button size="small" kind="quiet" onClick={() => setHidden([...hidden, one.label])}>
        Not now
      </Button>
    </aside>
  )
}
