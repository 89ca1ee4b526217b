import { posix } from 'node:path'
import type { CommandAnalysis, CommandContext } from '../contract/commands.ts'
import type { Access, Protection } from '../contract/resources.ts'
import { analyseWith, notAnalysed } from './analyse.ts'
import { type Grammar, loadGrammar } from './grammar.ts'
import type { Borders } from './source.ts'

/** Says what a command would do, without running anything. Never throws; what it does not understand, it says so. */
export type Analyse = (command: string, context: CommandContext) => CommandAnalysis

export interface Commands {
  /** The grammar is loaded on first use. Throws UNAVAILABLE where it cannot be: then no command may run unseen. */
  readonly load: () => Promise<Analyse>
}

interface Parts {
  /** Whether a path belongs to the critical class; paths are absolute and normalised, but may lead through links. */
  readonly protectionOf: (path: string, access: Access) => Protection
  /** Our own files and sockets. */
  readonly ownPaths: () => readonly string[]
  readonly load?: () => Promise<Grammar>
}

export function createCommands({ protectionOf, ownPaths, load = loadGrammar }: Parts): Commands {
  let loading: Promise<Analyse> | undefined
  const start = async (): Promise<Analyse> => {
    const grammar = await load()
    return (command, context) => {
      try {
        return analyseWith(grammar, borders(context.home), command, context)
      } catch {
        // A command that brings the analysis down is the last one that may pass unseen.
        return notAnalysed(command, borders(context.home))
      }
    }
  }

  const borders = (home: string): Borders => {
    const own = ownPaths().map((path) => path.toLowerCase())
    return {
      home,
      protectionOf,
      isOwn: (path) => own.some((one) => isWithin(path.toLowerCase(), one)),
      mentionsOwn: (text) => own.some((one) => text.toLowerCase().includes(one)),
    }
  }

  return {
    load: () => {
      loading ??= start().catch((cause) => {
        loading = undefined
        throw cause
      })
      return loading
    },
  }
}

function isWithin(path: string, directory: string): boolean {
  const place = posix.normalize(path)
  return place === directory || place.startsWith(`${directory}/`)
}
