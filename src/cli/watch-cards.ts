import { stateWords } from './approval-words.ts'
import type { QueuedCard } from './card-queue.ts'
import { choiceLines, decideCard } from './decide-card.ts'
import { findApproval } from './find-approval.ts'
import { shown } from './output.ts'
import { plainCard, watchCard } from './watch-card.ts'
import { openScene, type Scene, type SceneParts } from './watch-scene.ts'

/** Nobody decides by a key that was meant for something else: the card must have stood there, in silence, this long. */
const ARM_MS = 500
const LOOK_AGAIN_MS = 1_000

/**
 * One card at a time, until the person leaves. A card that arrives never disturbs the one that is being decided. With
 * `over` it is part of something else: it ends with that, and says nothing but the cards.
 */
export async function watchCards(parts: SceneParts, over?: AbortSignal): Promise<void> {
  const { scene, close } = openScene(parts)
  const { say, queue, hasLeft, isLost, output, leave } = scene
  over?.addEventListener('abort', leave)
  if (over?.aborted === true) leave()
  if (over === undefined) say(output.isPlain ? PLAIN_INTRO : INTRO)
  let told: string | undefined
  try {
    while (!hasLeft()) {
      if (told === LOST && !isLost() && queue.isKnown()) {
        say('upperhand is back.')
        told = undefined
      }
      const card = isLost() ? undefined : queue.first()
      if (card === undefined) told = await idle(scene, told, over !== undefined)
      else {
        told = undefined
        await present(scene, card)
      }
    }
  } finally {
    over?.removeEventListener('abort', leave)
    close()
  }
}

const INTRO = 'Cards come one at a time. What is typed before a card is ready decides nothing.'
const PLAIN_INTRO =
  'Plain mode: every line says what it is, no colour, nothing is drawn again. Type a number or letter, then Enter.'

/** Nothing to decide: says so once, and listens for the few words that make sense now. */
async function idle(scene: Scene, told: string | undefined, isQuiet: boolean): Promise<string | undefined> {
  const { input, queue, changes, say, leave, hasLeft, isLost, output } = scene
  const wasLost = isLost()
  const wasKnown = queue.isKnown()
  const skipped = queue.skipped()
  const words = isQuiet ? undefined : idleWords(wasLost, wasKnown, skipped)
  if (words !== undefined && words !== told) say(words)
  const over = changes.until(
    () =>
      hasLeft() ||
      isLost() !== wasLost ||
      queue.isKnown() !== wasKnown ||
      queue.skipped() !== skipped ||
      queue.first() !== undefined,
  )
  const line = await input.ask(output.isPlain && words !== undefined ? 'Command: ' : '', over)
  if (line?.trim() === 'q') leave()
  if (line?.trim() === 's') queue.unskip()
  return words ?? told
}

const LOST = 'upperhand is gone. Waiting for it.'

function idleWords(isLost: boolean, isKnown: boolean, skipped: number): string | undefined {
  if (isLost) return LOST
  if (!isKnown) return undefined
  return `Nothing waits for you.${skipped === 0 ? '' : ` ${skipped} skipped, s shows them again.`} q quits.`
}

async function present(scene: Scene, { approval: listed, index, count }: QueuedCard): Promise<void> {
  const { api, input, queue, changes, say, hasLeft, isLost, output } = scene
  const approval = await findApproval(api, listed.id).catch(() => undefined)
  if (approval === undefined || !queue.has(approval)) {
    // The list is not as new as the card.
    queue.refresh()
    return changes.wait(() => hasLeft() || isLost() || !queue.has(listed), LOOK_AGAIN_MS)
  }
  const stale = changes.until(() => hasLeft() || isLost() || !queue.has(approval))
  const card = output.isPlain
    ? plainCard(approval, { index, count }, Date.now())
    : watchCard(approval, { index, count }, output, Date.now())
  say(...card.lines, ...choiceLines(approval, output))
  const early = await input.quiet(ARM_MS, stale)
  if (early !== '') say(`Not taken, it was typed before the card was ready: ${shown(early.replaceAll('\n', '⏎'))}`)
  const isSettled = await decideCard(scene, approval, { isWhole: card.isWhole, stale })
  if (isSettled || hasLeft() || isLost()) return
  await sayWhatBecame(scene, approval.id)
}

/** It was decided elsewhere, expired, or changed. */
async function sayWhatBecame({ api, say }: Scene, id: string): Promise<void> {
  const now = await findApproval(api, id).catch(() => undefined)
  if (now !== undefined && now.state !== 'pending') say(`No longer waits: ${stateWords(now, Date.now())}.`)
  if (now?.state === 'pending') say('The card has changed. Here it is again.')
}
