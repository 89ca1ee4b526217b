import type { MiniPrompt, SystemPrompt } from '../../contract/prompts.ts'
import type { Caller } from '../../contract/run.ts'
import type { PromptEntry, PromptProvider } from './prompt-methods.ts'

interface Placeholder {
  readonly name: string
  readonly values: readonly string[]
}

interface Parts {
  readonly systemPrompts: () => readonly SystemPrompt[]
  readonly miniPrompts: () => readonly MiniPrompt[]
  readonly textOf: (prompt: SystemPrompt | MiniPrompt) => string
  readonly placeholdersOf: (text: string) => readonly Placeholder[]
  readonly fill: (text: string, values: Readonly<Record<string, string>>) => string
  readonly instructionFiles: (caller: Caller) => readonly string[]
  readonly readInstructions: (caller: Caller, file: string | undefined) => Promise<string>
  readonly brief: (caller: Caller) => string
}

const BRIEF = 'context_brief'
const INSTRUCTIONS = 'workspace_instructions'

/** The person's prompts, what the project says to agents, and the brief. */
export function createKnowledgePrompts(parts: Parts): PromptProvider {
  const { systemPrompts, miniPrompts, textOf, placeholdersOf, instructionFiles } = parts
  const all = () => [...systemPrompts(), ...miniPrompts()]
  const find = (name: string) => all().find(({ id }) => id === name)
  const entryOf = (prompt: SystemPrompt | MiniPrompt): PromptEntry => ({
    name: prompt.id,
    title: prompt.name,
    description: 'description' in prompt ? prompt.description : 'A standing instruction.',
    arguments: placeholdersOf(textOf(prompt)).map(({ name, values }) => ({
      name,
      ...(values.length === 0 ? { required: true } : { description: `One of ${values.join(', ')}, or another` }),
    })),
  })
  return {
    list: (caller) => [
      { name: BRIEF, title: 'Context brief', description: 'Where the work of this run stands.', arguments: [] },
      ...(instructionFiles(caller).length === 0 ? [] : [INSTRUCTIONS_ENTRY]),
      ...all().map(entryOf),
    ],
    get: async (name, args, caller) => {
      if (name === BRIEF) return parts.brief(caller)
      if (name === INSTRUCTIONS) return parts.readInstructions(caller, args['file'])
      const prompt = find(name)
      return prompt === undefined ? null : parts.fill(textOf(prompt), args)
    },
    complete: (name, argument, caller) => {
      if (name === INSTRUCTIONS) return argument === 'file' ? instructionFiles(caller) : []
      const prompt = find(name)
      const known = prompt === undefined ? [] : placeholdersOf(textOf(prompt))
      return known.find((one) => one.name === argument)?.values ?? []
    },
  }
}

const INSTRUCTIONS_ENTRY: PromptEntry = {
  name: INSTRUCTIONS,
  title: 'Instructions of the workspace',
  description: 'What AGENTS.md and its like say here.',
  arguments: [{ name: 'file', description: 'Which file; all of them if none is named' }],
}
