import { Check } from 'lucide-react'
import type { ApprovalSummary } from '../../../src/contract/approvals.ts'
import type { CallView } from '../../../src/contract/calls.ts'
import type { RuleView } from '../../../src/contract/rules.ts'
import { setPreference, usePreference } from '../../app/preferences.ts'
import { Link } from '../../app/router.tsx'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'

/** Three things to have seen once. Each is ticked when it has really happened, whoever did it and wherever. */
export function FirstSteps() {
  const tour = usePreference('tour')
  const { data: calls } = useLive<{ readonly calls: readonly CallView[] }>('/api/calls?limit=1', ['call.finished'])
  const { data: approvals } = useLive<{ readonly approvals: readonly ApprovalSummary[] }>('/api/approvals', [
    'approval.answered',
  ])
  const { data: rules } = useLive<{ readonly rules: readonly RuleView[] }>('/api/rules', ['rule.made'])
  if (tour === 'done' || calls === undefined || approvals === undefined || rules === undefined) return null
  const steps = [
    {
      title: 'See a call run',
      about: 'Connect a client and let it read a file of its project. It runs by itself, and is in the history.',
      href: '/clients',
      link: 'Connect a client',
      isDone: calls.calls.length > 0,
    },
    {
      title: 'Approve one that asks',
      about:
        'Let the agent write a file outside of its project. The request comes here; nothing happens before you decide.',
      href: '/tools',
      link: 'What may run by itself',
      isDone: approvals.approvals.some(({ state }) => state === 'approved' || state === 'spent'),
    },
    {
      title: 'Make a rule of it',
      about: 'Approve “Always, by a rule…” and choose how narrow. It ends with one click.',
      href: '/rules',
      link: 'Rules',
      isDone: rules.rules.length > 0,
    },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <section
      aria-label="First steps"
      className="mx-auto mt-6 w-full max-w-xl rounded-xl border border-line bg-surface p-5 text-left shadow-card"
    >
      <h2 className="text-sm font-semibold text-text">Three steps to know it</h2>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map(({ title, about, href, link, isDone }, index) => (
          <li key={title} className="flex gap-3">
            <span
              className={classes(
                'flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold',
                isDone ? 'border-good bg-good-soft text-good' : 'border-line-strong text-muted',
              )}
            >
              {isDone ? <Check className="size-3.5" aria-label="done" /> : index + 1}
            </span>
            <span>
              <span className={isDone ? 'text-sm text-muted line-through' : 'text-sm font-medium text-text'}>
                {title}
              </span>
              {!isDone && (
                <span className="block text-sm text-muted">
                  {about}{' '}
                  <Link href={href} className="text-accent-ink underline">
                    {link}
                  </Link>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <Button size="small" kind="quiet" className="mt-3" onClick={() => setPreference('tour', 'done')}>
        Do not show this again
      </Button>
    </section>
  )
}
