import type { z } from 'zod'
import type { ApprovalView } from '../contract/approvals.ts'
import type { Effect } from '../contract/effects.ts'
import type { Preview } from '../contract/preview.ts'
import type { Resource } from '../contract/resources.ts'
import type { Caller, Place } from '../contract/run.ts'
import type { IconName } from './icons.ts'

/** What `touches` may know: who calls, from where. */
export interface TouchContext {
  readonly caller: Caller
  readonly place: Place
}

export interface RunContext extends TouchContext {
  readonly callId: string
  readonly signal: AbortSignal
  readonly progress: (message: string, fraction?: number) => void
  /** Asked when the operation begins to wait for a person: how long this caller can be kept waiting, in milliseconds. */
  readonly patience: (approval: ApprovalView) => number
  /** Gives a client an image or document besides the text. */
  readonly attach: (attachment: Attachment) => void
}

export interface Attachment {
  readonly mimeType: string
  readonly data: Buffer
  /** Where it is from. */
  readonly path: string
}

/** Anything `touches` returns has its resource under `resource`; the rest is the operation's own handle. */
export interface Touched {
  readonly resource: Resource
  /** The operand's present state (content hash, or identity, size and time), for the digest of what is approved. */
  readonly fingerprint?: () => string
}

export type Touches = Readonly<Record<string, Touched | readonly Touched[] | undefined>>

export interface OperationSpec<Input extends z.ZodObject, Output extends z.ZodType, T extends Touches> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly icon: IconName
  readonly input: Input
  readonly output: Output
  /** Other accepted spellings of a field: `{ filePath: ['path', 'file_path'] }`. Resolved before validation. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
  /** Optional fields that are accepted and documented, but rare: leaving them out of published schemas saves every client tokens. */
  readonly unlisted?: readonly string[]
  /** One correct call, shown in hints and docs. */
  readonly example: Readonly<Record<string, unknown>>
  /** Defaults to touching nothing. */
  readonly touches?: (input: z.output<Input>, context: TouchContext) => Promise<T> | T
  /** The line shown while asking and running, in the present tense. */
  readonly label: (input: z.output<Input>) => string
  /** Further lines for the card. */
  readonly details?: (input: z.output<Input>, touched: T) => readonly string[]
  readonly preview?: (input: z.output<Input>, touched: T) => Promise<Preview> | Preview
  readonly run: (
    input: z.output<Input>,
    touched: T,
    context: RunContext,
  ) => Promise<z.output<Output>> | z.output<Output>
  readonly text: (output: z.output<Output>, input: z.output<Input>) => string
  /** `windowed` results are bounded by their own parameters and are never cut. */
  readonly bound?: 'inline' | 'windowed'
  /** Waits for people: exempt from the call timeout. */
  readonly waits?: boolean
  /** When cancelled it tidies up, and says what it did: it is given a moment for that. */
  readonly settles?: boolean
}

/** An operation with its types erased; what the pipeline works with. */
export interface Operation {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly icon: IconName
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly aliases: Readonly<Record<string, readonly string[]>>
  readonly unlisted: readonly string[]
  readonly example: Readonly<Record<string, unknown>>
  readonly bound: 'inline' | 'windowed'
  readonly waits: boolean
  readonly settles: boolean
  readonly prepare: (input: Readonly<Record<string, unknown>>, context: TouchContext) => Promise<PreparedOperation>
}

export interface PreparedOperation {
  readonly label: string
  readonly details: readonly string[]
  readonly resources: readonly Resource[]
  readonly fingerprints: () => readonly string[]
  readonly preview: () => Promise<Preview>
  readonly run: (context: RunContext) => Promise<{ output: unknown; text: string }>
}

export function operation<Input extends z.ZodObject, Output extends z.ZodType, T extends Touches>(
  spec: OperationSpec<Input, Output, T>,
): Operation {
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    effect: spec.effect,
    icon: spec.icon,
    input: spec.input,
    output: spec.output,
    aliases: spec.aliases ?? {},
    unlisted: spec.unlisted ?? [],
    example: spec.example,
    bound: spec.bound ?? 'inline',
    waits: spec.waits ?? false,
    settles: spec.settles ?? false,
    prepare: async (raw, context) => {
      // The pipeline has parsed `raw` with `spec.input`.
      const input = raw as z.output<Input>
      const touched = (await spec.touches?.(input, context)) ?? ({} as T)
      const all = Object.values(touched).flatMap(listed)
      return {
        label: spec.label(input),
        details: spec.details?.(input, touched) ?? [],
        resources: all.map(({ resource }) => resource),
        fingerprints: () => all.map(({ resource, fingerprint }) => fingerprint?.() ?? resource.identity),
        preview: async () => (await spec.preview?.(input, touched)) ?? { kind: 'arguments' },
        run: async (runContext) => {
          const output = await spec.run(input, touched, runContext)
          return { output, text: spec.text(output, input) }
        },
      }
    },
  }
}

function listed(entry: Touched | readonly Touched[] | undefined): readonly Touched[] {
  if (entry === undefined) return []
  return isList(entry) ? entry : [entry]
}

function isList(entry: Touched | readonly Touched[]): entry is readonly Touched[] {
  return Array.isArray(entry)
}

/** Operations published together. `flat` toolsets have no grouped form; their operations stand under their own names. */
export interface Toolset {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly category: string
  readonly shape: 'grouped' | 'flat' | 'single'
  readonly aliases?: readonly string[]
  readonly operations: readonly Operation[]
}
