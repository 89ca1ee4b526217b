/** A terminal inside of a terminal: it has one screen of its own, so a program that switches screens only empties it. */
export interface ScreenFilter {
  /** What to write; a sequence that is cut off waits for its rest. */
  readonly take: (text: string) => { readonly text: string; readonly isLeaving: boolean }
}

const SWITCH = /\u001b\[\?(?:1049|1047|47)([hl])/g
const BEGINNING = /\u001b(?:\[(?:\?(?:\d{0,4})?)?)?$/

export function createScreenFilter(): ScreenFilter {
  let held = ''
  return {
    take: (piece) => {
      const whole = held + piece
      held = BEGINNING.exec(whole)?.[0] ?? ''
      let isLeaving = false
      const text = whole.slice(0, whole.length - held.length).replace(SWITCH, (_sequence, to: string) => {
        if (to === 'l') isLeaving = true
        return '\u001b[2J\u001b[H'
      })
      return { text, isLeaving }
    },
  }
}
