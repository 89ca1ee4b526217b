import type { Level, PathPolicy, ToolPermission } from './levels.ts'

/** A profile, resolved: everything the gate and the transports need to know of it. */
export interface Profile {
  readonly id: string
  readonly label: string
  readonly level: Level
  readonly paths: PathPolicy
  readonly spelling: 'grouped' | 'flat'
  /** Who confirms: a person through upperhand, or the calling program itself. */
  readonly confirms: 'person' | 'caller'
  /** A call that needs a person waits, or is refused with a suggested question. */
  readonly onAsk: 'wait' | 'error'
  /** Whether a client's own dialog may bring a person's decision. Nothing proves that a person saw it. */
  readonly elicitation: boolean
  readonly onDisconnect: 'keep' | 'stop'
  readonly isEnabled: (operationId: string) => boolean
  readonly permission: (operationId: string) => ToolPermission | undefined
  readonly autoApproves: (operationId: string) => boolean
}

export type ProfileLookup =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly reason: string; readonly hint: string }

/** Why a call was allowed, asked for or refused: the step of the decision that settled it. */
export interface Because {
  readonly step:
    | 'paused'
    | 'disabled'
    | 'floor'
    | 'deny_rule'
    | 'blocked'
    | 'ceiling'
    | 'approved_once'
    | 'critical'
    | 'ask_rule'
    | 'confirm'
    | 'grant'
    | 'allow_rule'
    | 'allowed'
    | 'auto_approve'
    | 'default'
    | 'person'
    | 'caller_confirms'
  readonly reason: string
  readonly source?: string
  /** The rule that settled it, in words; `source` is its id. */
  readonly rule?: string
}

export type Verdict = 'allow' | 'ask' | 'deny'
