import { oneLine } from '../../base/visible.ts'
import { seenTogether } from '../search-words.ts'

interface Problems {
  readonly errors: readonly {
    readonly file: string
    readonly line?: number | undefined
    readonly column?: number | undefined
    readonly severity: string
    readonly message: string
    readonly code?: string | undefined
  }[]
  readonly totalCount: number
  readonly checkers: readonly {
    readonly name: string
    readonly status: string
    readonly note?: string | undefined
  }[]
}

const MESSAGE_CHARS = 1_000

/** What checkers found, and what each of them did, as a model reads it. */
export function problemLines({ errors, totalCount, checkers }: Problems): string {
  const { above, names } = seenTogether(errors.map(({ file }) => file))
  const lines = errors.map(({ line, column, severity, message, code }, index) => {
    const place = [names[index], line, column].filter((part) => part !== undefined).join(':')
    return `${place}: ${severity}${code === undefined ? '' : ` ${code}`}: ${oneLine(message, MESSAGE_CHARS)}`
  })
  const more = totalCount > errors.length ? [`[the first ${errors.length} of ${totalCount}]`] : []
  const reports = checkers.map(({ name, status, note }) => `${name}: ${status}${note === undefined ? '' : `. ${note}`}`)
  return [...(lines.length === 0 ? [verdictOf(checkers)] : [`In ${above}:`, ...lines]), ...more, '', ...reports]
    .join('\n')
    .trim()
}

function verdictOf(checkers: Problems['checkers']): string {
  if (checkers.length === 0) return 'No checker is known for what is in this directory.'
  const isChecked = checkers.some(({ status }) => status === 'ran' || status === 'cached')
  return isChecked ? 'No problems were found.' : 'Nothing could be checked.'
}
