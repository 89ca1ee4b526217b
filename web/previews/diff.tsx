import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { classes } from '../ui/classes.ts'
import { Foreign, marked } from '../ui/text.tsx'
import { type DiffRow, diffOf, parsedDiff } from './diff-rows.ts'

interface DiffProps {
  readonly path: string
  /** Said beside the path: new file, deleted. */
  readonly badge?: string | undefined
  readonly before?: string | null | undefined
  readonly after?: string | null | undefined
  /** Instead of the two texts, where they are long. */
  readonly unified?: string | undefined
}

const FOLD_ROWS = 300
const SIGNS = { same: ' ', added: '+', removed: '−', gap: '' } as const
const WORDS = { same: '', added: 'added line', removed: 'removed line', gap: '' } as const
const TONES = {
  same: '',
  added: 'bg-good-soft text-good',
  removed: 'bg-bad-soft text-bad',
  gap: 'bg-sunken text-muted',
} as const

export function Diff({ path, badge, before, after, unified }: DiffProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSplit, setSplit] = useState(false)
  const view = useMemo(
    () => (unified === undefined ? diffOf(before ?? '', after ?? '') : parsedDiff(unified)),
    [before, after, unified],
  )
  const isFolded = !isOpen && view.rows.length > FOLD_ROWS
  const rows = isFolded ? view.rows.slice(0, FOLD_ROWS) : view.rows
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      <figcaption className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-2">
        <Foreign className="min-w-0 grow font-mono text-[13px] font-medium">{path}</Foreign>
        {badge !== undefined && <Chip tone="accent">{badge}</Chip>}
        <span className="text-xs font-medium tabular-nums">
          <span className="text-good">+{view.added}</span> <span className="text-bad">−{view.removed}</span>
          <span className="sr-only"> lines</span>
        </span>
        <Button size="small" kind="quiet" className="max-lg:hidden" onClick={() => setSplit(!isSplit)}>
          {isSplit ? 'One column' : 'Side by side'}
        </Button>
      </figcaption>
      {view.notes.map((note) => (
        <p key={note} className="border-b border-line bg-warn-soft px-3 py-1 text-xs text-warn">
          {note}
        </p>
      ))}
      {view.rows.length === 0 && <p className="p-3 text-sm text-muted">No line changes.</p>}
      <div
        className="max-h-[34rem] overflow-auto"
        tabIndex={view.rows.length > 0 ? 0 : undefined}
        role="group"
        aria-label={`Changes of ${path}`}
      >
        {isSplit ? <SplitTable rows={rows} /> : <UnifiedTable rows={rows} />}
      </div>
      {view.rows.length > FOLD_ROWS && (
        <button
          type="button"
          onClick={() => setOpen(!isOpen)}
          className="w-full border-t border-line px-3 py-2 text-left text-xs font-medium text-accent-ink"
        >
          {isFolded ? `Show all ${view.rows.length} lines` : 'Show less'}
        </button>
      )}
    </figure>
  )
}

const NUMBER = 'w-10 px-1 text-right align-top text-xs text-muted select-none tabular-nums max-sm:hidden'
const LINE = 'px-2 align-top whitespace-pre-wrap'

function UnifiedTable({ rows }: { readonly rows: readonly DiffRow[] }) {
  return (
    <table className="w-full table-fixed border-collapse font-mono text-[13px] leading-5">
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className={TONES[row.kind]}>
            <td className={NUMBER}>{row.before}</td>
            <td className={NUMBER}>{row.after}</td>
            <td className="w-5 text-center align-top select-none">
              <span aria-hidden="true">{SIGNS[row.kind]}</span>
              {WORDS[row.kind] !== '' && (
                <span className="sr-only">{`${WORDS[row.kind]} ${row.after ?? row.before ?? ''}:`}</span>
              )}
            </td>
            <td className={LINE} dir="ltr">
              <Content row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SplitTable({ rows }: { readonly rows: readonly DiffRow[] }) {
  return (
    <table className="w-full table-fixed border-collapse font-mono text-[13px] leading-5">
      <tbody>
        {pairs(rows).map(([left, right], index) => (
          <tr key={index}>
            {[left, right].map((row, side) => (
              <Half key={side} row={row} number={side === 0 ? row?.before : row?.after} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Half({ row, number }: { readonly row: DiffRow | undefined; readonly number: number | null | undefined }) {
  const tone = row === undefined ? 'bg-sunken' : TONES[row.kind]
  return (
    <>
      <td className={classes(NUMBER, tone)}>{number}</td>
      <td className={classes(LINE, tone, 'border-r border-line last:border-r-0')} dir="ltr">
        {row !== undefined && WORDS[row.kind] !== '' && <span className="sr-only">{WORDS[row.kind]}: </span>}
        {row !== undefined && <Content row={row} />}
      </td>
    </>
  )
}

function Content({ row }: { readonly row: DiffRow }) {
  return <span className="foreign">{marked(row.text.endsWith('\r') ? row.text.slice(0, -1) : row.text)}</span>
}

/** Removed lines stand beside the added ones that follow them. */
function pairs(rows: readonly DiffRow[]): (readonly [DiffRow | undefined, DiffRow | undefined])[] {
  const result: (readonly [DiffRow | undefined, DiffRow | undefined])[] = []
  let removed: DiffRow[] = []
  let added: DiffRow[] = []
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      result.push([removed[index], added[index]])
    removed = []
    added = []
  }
  for (const row of rows) {
    if (row.kind === 'removed') removed.push(row)
    else if (row.kind === 'added') added.push(row)
    else {
      flush()
      result.push([row, row])
    }
  }
  flush()
  return result
}
