import type { DoctorFinding } from '../../contract/doctor.ts'

export interface Finding extends DoctorFinding {
  /** What its `fix` does, done by `--fix`. */
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
