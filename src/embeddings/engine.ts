/** Turns texts into vectors of length 1. What is behind it is one of a few: the built-in model, or an endpoint. */
export interface Engine {
  /** Names the model; vectors of different names are never compared. */
  readonly id: string
  /** Zero until the first answer, for an endpoint that does not say. */
  readonly dimensions: () => number
  /** How many texts are worth one request. */
  readonly batch: number
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>
  readonly close: () => Promise<void>
}
