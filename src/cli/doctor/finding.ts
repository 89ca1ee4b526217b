/** One thing the doctor looked at. A `note` is worth knowing and nothing is wrong. */
export interface Finding {
  readonly area: string
  readonly state: 'ok' | 'note' | 'problem'
  readonly text: string
  /** The command that puts it right. */
  readonly fix?: string
  /** The same, done by `--fix`. */
  readonly repair?: () => Promise<void> | void
}

export const ok = (area: string, text: string): Finding => ({ area, state: 'ok', text })
export const note = (area: string, text: string, fix?: string): Finding => ({
  area,
  state: 'note',
  text,
  ...(fix === undefined ? {} : { fix }),
})
export const problem = (area: string, text: string, fix: string, repair?: Finding['repair']): Finding => ({
  area,
  state: 'problem',
  text,
  fix,
  ...(repair === undefined ? {} : { repair }),
})
