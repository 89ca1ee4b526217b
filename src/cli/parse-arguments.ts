import { HostError } from '../base/host-error.ts'

type Arguments = Readonly<Record<string, unknown>>

/** `key=text` and `key:=json`, or all of them as one JSON object. */
export function parseArguments(words: readonly string[], json: string | undefined): Arguments {
  if (json === undefined) return Object.fromEntries(words.map(parseWord))
  if (words.length > 0) throw wrong('Give arguments as key=value or with --args, not both.')
  return parseObject(json, '--args')
}

export function parseObject(json: string, name: string): Arguments {
  const value = parseJson(json, name)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Arguments
  throw wrong(`${name} must be a JSON object.`)
}

function parseWord(word: string): [string, unknown] {
  const match = /^([A-Za-z_][\w-]*)(:?=)([\s\S]*)$/.exec(word)
  if (match === null) throw wrong(`"${word}" is not an argument.`)
  const [, key = '', sign, text = ''] = match
  return [key, sign === ':=' ? parseJson(text, key) : text]
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw wrong(`${name} is not valid JSON: ${(cause as Error).message}`)
  }
}

function wrong(message: string): HostError {
  return new HostError('INVALID_PARAMETERS', message, {
    hint: `Write path=notes.txt for text, limit:=20 for JSON, or --args '{"path": "notes.txt"}'.`,
  })
}
