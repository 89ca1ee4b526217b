import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ApprovalView, Scope } from '../../../src/contract/approvals.ts'
import { useKeys } from '../../app/keys.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useArmed } from './arming.ts'
import type { DecisionDraft } from './decide.ts'
import { HoldButton } from './hold-button.tsx'

export type Sheet = 'rule' | 'message' | 'edit' | 'block'

interface ActionProps {
  readonly approval: ApprovalView
  /** Why nothing can be decided now; null when it can. */
  readonly blocked: string | null
  readonly onDecide: (draft: DecisionDraft, after?: 'pause-run') => void
  readonly onSheet: (sheet: Sheet) => void
}

const FIVE_MINUTES_MS = 300_000

/** Single keys decide only where the focus is in the inbox: a person who types elsewhere decides nothing. */
export function isInInbox(): boolean {
  return document.activeElement?.closest('[data-inbox]') !== null && document.activeElement !== document.body
}

export function Actions({ approval, blocked, onDecide, onSheet }: ActionProps) {
  const { id, version, risk, options } = approval
  const isArmed = useArmed(`${id}:${version}`)
  const isOff = !isArmed || blocked !== null
  const isGrave = risk.tier === 'high' || risk.tier === 'critical'
  const [isConfirming, setConfirming] = useState(false)
  const isConfirmArmed = useArmed(`${id}:${version}:${isConfirming}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another card, or another version of it, begins anew
  useEffect(() => setConfirming(false), [id, version])

  const approve = (scope: Scope, forMs?: number) =>
    onDecide({ decision: 'approve', scope, ...(forMs === undefined ? {} : { forMs }) })
  const can = (scope: Scope) => options.includes(scope)
  const inInbox = (action: () => void) => () => {
    if (isInInbox() && !isOff) action()
  }
  /** Saying no, or looking closer, needs no arming. */
  const atOnce = (action: () => void) => () => {
    if (isInInbox() && blocked === null) action()
  }
  useKeys({
    ...(isGrave ? {} : { a: inInbox(() => approve('once')) }),
    ...(can('minutes') && !isGrave ? { 5: inInbox(() => approve('minutes', FIVE_MINUTES_MS)) } : {}),
    ...(can('run') && !isGrave ? { s: inInbox(() => approve('run')) } : {}),
    ...(can('rule') ? { r: inInbox(() => onSheet('rule')) } : {}),
    e: atOnce(() => onSheet('edit')),
    d: atOnce(() => onDecide({ decision: 'deny' })),
    m: atOnce(() => onSheet('message')),
  })

  const more: MenuItem[] = [
    ...(can('minutes')
      ? [
          {
            label: 'For 5 minutes',
            about: 'The same path, or a command of the same shape',
            hotkey: isGrave ? '' : '5',
            onSelect: () => approve('minutes', FIVE_MINUTES_MS),
          },
        ]
      : []),
    ...(can('run')
      ? [
          {
            label: 'For this run',
            about: 'Until this client goes away',
            hotkey: isGrave ? '' : 's',
            onSelect: () => approve('run'),
          },
        ]
      : []),
    ...(can('rule')
      ? [{ label: 'Always, by a rule…', about: 'You choose how narrow', hotkey: 'r', onSelect: () => onSheet('rule') }]
      : []),
    { label: 'Edit the arguments…', hotkey: 'e', onSelect: () => onSheet('edit') },
    ...(isGrave
      ? [{ label: 'Approve in two steps', about: 'Without holding', onSelect: () => setConfirming(true) }]
      : []),
  ]
  const deny: MenuItem[] = [
    { label: 'Deny and tell the agent…', hotkey: 'm', onSelect: () => onSheet('message') },
    {
      label: 'Deny and pause this run',
      about: 'It is refused everything until you let it go on',
      onSelect: () => onDecide({ decision: 'deny' }, 'pause-run'),
    },
    { label: 'Block by a rule…', onSelect: () => onSheet('block') },
  ]
  return (
    <div className="flex flex-wrap items-center gap-4 max-sm:flex-nowrap">
      <div className="flex max-sm:grow">
        <Button
          kind="danger"
          hotkey="d"
          disabled={blocked !== null}
          onClick={() => onDecide({ decision: 'deny' })}
          className="rounded-r-none max-sm:min-h-14 max-sm:grow"
        >
          Deny
        </Button>
        <Menu
          label="More ways to deny"
          align="start"
          isDisabled={blocked !== null}
          trigger={<ChevronDown className="size-4" aria-hidden="true" />}
          triggerClass={`${buttonClass('danger')} -ml-px rounded-l-none px-2.5 max-sm:min-h-14 max-sm:min-w-11`}
          items={deny}
        />
      </div>
      {blocked !== null && <p className="text-sm text-bad">{blocked}</p>}
      <div className="ml-auto flex gap-2 max-sm:grow">
        {!isGrave && (
          <Button
            kind="primary"
            hotkey="a"
            disabled={isOff}
            onClick={() => approve('once')}
            className="max-sm:min-h-14 max-sm:grow"
          >
            Approve once
          </Button>
        )}
        {isGrave && !isConfirming && (
          <HoldButton
            hotkey="a"
            isDisabled={isOff}
            scope={isInInbox}
            onHeld={() => (risk.tier === 'critical' ? setConfirming(true) : approve('once'))}
          >
            Hold to approve once
          </HoldButton>
        )}
        {isGrave && isConfirming && (
          <Button
            kind="danger"
            disabled={isOff || !isConfirmArmed}
            onClick={() => approve('once')}
            className="max-sm:min-h-14 max-sm:grow"
          >
            Confirm: approve once
          </Button>
        )}
        <Menu
          label="More ways to approve"
          isDisabled={isOff}
          trigger={<ChevronDown className="size-4" aria-hidden="true" />}
          triggerClass={`${buttonClass('plain')} px-2.5 max-sm:min-h-14 max-sm:min-w-11`}
          items={more}
        />
      </div>
    </div>
  )
}
