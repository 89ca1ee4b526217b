import { useState } from 'react'
import type { ApprovalView } from '../../../src/contract/approvals.ts'
import type { BackTest, NewRule, RuleCandidate } from '../../../src/contract/rules.ts'
import { aboutWhat } from '../../../src/rules/rule-text.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { approvalPath } from './decide.ts'

interface RuleProps {
  readonly approval: ApprovalView
  readonly effect: 'allow' | 'deny'
  readonly onClose: () => void
  /** The request is decided first: a stale card makes no rule. */
  readonly onChoose: (rules: readonly NewRule[]) => void
}

interface Candidate extends RuleCandidate {
  readonly backTest?: BackTest
}

/** From narrow to broad, each with what it would have changed in the past. */
export function RuleSheet({ approval, effect, onClose, onChoose }: RuleProps) {
  const { data, error } = useLive<{ readonly candidates: readonly Candidate[] }>(
    `${approvalPath(approval.id)}/candidates`,
  )
  const [at, setAt] = useState(0)
  const [message, setMessage] = useState('')
  const chosen = data?.candidates[at]
  const rules: readonly NewRule[] = (chosen?.rules ?? []).map((rule) => ({
    ...rule,
    effect,
    message: message.trim() === '' ? rule.message : message.trim(),
  }))
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={effect === 'allow' ? 'Always allow, by a rule' : 'Block by a rule'}
      about="The narrowest is chosen. Rules are on their own page, and end with one click."
    >
      {error !== undefined && <ErrorState error={error} />}
      {data === undefined && error === undefined && <Skeleton rows={3} />}
      {data?.candidates.length === 0 && (
        <p className="text-muted">No rule can cover this request. It can be approved once.</p>
      )}
      <div role="radiogroup" aria-label="Rules from narrow to broad" className="flex flex-col gap-2">
        {data?.candidates.map(({ label, rules: made, backTest }, index) => (
          <label
            key={label}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="candidate"
              checked={index === at}
              onChange={() => setAt(index)}
              className="mt-0.5 size-4 accent-(--accent)"
            />
            <span className="min-w-0">
              <Foreign className="text-sm font-medium">{label}</Foreign>
              {made.map((rule) => (
                <span key={aboutWhat(rule)} className="block font-mono text-xs break-all">
                  <Foreign>{aboutWhat(rule)}</Foreign>
                </span>
              ))}
              {backTest !== undefined && <BackTestLine test={backTest} effect={effect} />}
            </span>
          </label>
        ))}
      </div>
      {effect === 'deny' && chosen !== undefined && (
        <TextField
          className="mt-3"
          label="Told to the agent when it blocks"
          value={message}
          maxLength={1_000}
          onChange={({ target }) => setMessage(target.value)}
        />
      )}
      {rules.length > 0 && (
        <details className="mt-3">
          <summary className="text-sm font-medium">The rule itself</summary>
          <Code label="The rule" className="mt-2">
            {JSON.stringify(rules, null, 2)}
          </Code>
        </details>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind={effect === 'allow' ? 'primary' : 'danger'}
          disabled={chosen === undefined}
          onClick={() => onChoose(rules)}
        >
          {effect === 'allow' ? 'Make the rule and approve' : 'Make the rule and deny'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function BackTestLine({ test, effect }: { readonly test: BackTest; readonly effect: 'allow' | 'deny' }) {
  const { calls, matched, wouldNotHaveAsked, wouldHaveAllowedDenied } = test
  return (
    <span className="block text-xs text-muted">
      Of the last {calls} calls it matches {matched}
      {effect === 'allow' &&
        `, and would have spared you ${wouldNotHaveAsked} ${wouldNotHaveAsked === 1 ? 'question' : 'questions'}`}
      .
      {effect === 'allow' && wouldHaveAllowedDenied > 0 && (
        <strong className="text-bad"> It would have allowed {wouldHaveAllowedDenied} that you denied.</strong>
      )}
    </span>
  )
}
