import { isObject } from './json-rpc.ts'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** What a client said it can do while a person is asked. */
export interface Abilities {
  /** It takes a task instead of a result, and looks after it. */
  readonly tasks: boolean
  /** It can show a person a form. */
  readonly elicitation: boolean
}

export const NO_ABILITIES: Abilities = { tasks: false, elicitation: false }

/** From client capabilities, of one request or of `initialize`. */
export function abilitiesOf(capabilities: unknown): Abilities {
  if (!isObject(capabilities)) return NO_ABILITIES
  const { extensions, elicitation } = capabilities
  const tasks = isObject(extensions) && isObject(extensions[TASKS_EXTENSION])
  // Without a word on modes, forms are meant.
  const forms = isObject(elicitation) && (isObject(elicitation['form']) || !isObject(elicitation['url']))
  return tasks || forms ? { tasks, elicitation: forms } : NO_ABILITIES
}
