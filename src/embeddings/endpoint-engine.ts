import { z } from 'zod'
import { HostError } from '../base/host-error.ts'
import { normalised } from '../base/vectors.ts'
import type { Engine } from './engine.ts'

export interface Endpoint {
  /** Up to and including `/v1`. */
  readonly url: string
  readonly model: string
  /** Read when it is needed; null for an endpoint that wants none. */
  readonly key: () => string | null
}

const TIMEOUT_MS = 60_000
const BATCH = 32
const DIMENSIONS_MAX = 8_192

const answerSchema = z.object({
  data: z.array(
    z.object({ index: z.int().min(0).optional(), embedding: z.array(z.number()).min(1).max(DIMENSIONS_MAX) }),
  ),
})

/** An OpenAI-compatible `/v1/embeddings`, as a person set it. It never follows a redirect: texts go where was said. */
export function createEndpointEngine({ url, model, key }: Endpoint): Engine {
  const address = `${url.replace(/\/+$/, '')}/embeddings`
  let dimensions = 0

  const embed = async (texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> => {
    const answer = await ask(address, key(), { model, input: texts }, signal)
    const sorted = answer.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    if (sorted.length !== texts.length) {
      throw unusable(address, `it answered ${sorted.length} vectors for ${texts.length} texts`)
    }
    const vectors = sorted.map(({ embedding }) => normalised(embedding))
    const [first] = vectors
    if (first === undefined || first === null) throw unusable(address, 'it answered a vector without direction')
    if (dimensions === 0) dimensions = first.length
    return vectors.map((vector) => {
      if (vector?.length === dimensions) return vector
      throw unusable(address, `its vectors have different lengths`)
    })
  }

  return {
    id: `${model}@${address}`,
    dimensions: () => dimensions,
    batch: BATCH,
    embed,
    close: async () => {},
  }
}

async function ask(address: string, key: string | null, body: unknown, signal: AbortSignal) {
  const response = await reach(address, key, body, signal)
  if (!response.ok) throw unusable(address, `it answered ${response.status}`)
  const parsed = answerSchema.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw unusable(address, 'its answer is not a list of embeddings')
  return parsed.data
}

async function reach(address: string, key: string | null, body: unknown, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
  } catch (cause) {
    signal.throwIfAborted()
    throw unusable(address, 'it cannot be reached', cause)
  }
}

function unusable(address: string, what: string, cause?: unknown): HostError {
  return new HostError('UNAVAILABLE', `The embedding endpoint ${address} cannot be used: ${what}.`, {
    hint: 'Check embeddings in settings.json, or remove it to use the built-in model.',
    cause,
  })
}
