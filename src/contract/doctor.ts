/** What the doctor says: the command line, the console and scripts read the same. */

/** One thing it looked at. A `note` is worth knowing and nothing is wrong. */
export interface DoctorFinding {
  readonly area: string
  readonly state: 'ok' | 'note' | 'problem'
  readonly text: string
  /** The command that puts it right. */
  readonly fix?: string
}

/** One step of getting from a configuration to a working tool. A step that was not reached is neither. */
export interface Proof {
  readonly step: 'config' | 'starts' | 'tools' | 'call'
  readonly state: 'ok' | 'failed' | 'not tried'
  readonly text: string
}

export interface ClientProof {
  readonly id: string
  readonly label: string
  readonly file: string
  readonly proofs: readonly Proof[]
  readonly fix: string | null
}

/** How long a client is known to wait for an answer, from what it did. */
export interface Patience {
  readonly client: string
  readonly calls: number
  /** The longest wait that still got its answer. */
  readonly longestAnsweredMs: number
  /** The shortest wait after which it gave up; null when it never did. */
  readonly gaveUpAfterMs: number | null
}

/** What stands between an agent and the person here, and what does not. Honest in both directions. */
export interface Protections {
  readonly active: readonly string[]
  readonly missing: readonly string[]
}

export interface DoctorReport {
  readonly isFine: boolean
  readonly findings: readonly DoctorFinding[]
  readonly clients: readonly ClientProof[]
  readonly patience: readonly Patience[]
  readonly protections: Protections
}
