import type { ApprovalView } from '../../src/contract/approvals.ts'
import type { FileChangePreview, Preview } from '../../src/contract/preview.ts'
import { Code } from '../ui/code.tsx'
import { Foreign } from '../ui/text.tsx'
import { ArgumentList, shown } from './arguments.tsx'
import { CommandView } from './command.tsx'
import { Diff } from './diff.tsx'
import { KeysView } from './keystrokes.tsx'
import { Tree } from './tree.tsx'

interface PreviewProps {
  readonly approval: Pick<ApprovalView, 'preview' | 'args'>
}

/** What will happen, by the preview's shape and never by the tool's name. */
export function PreviewView({ approval: { preview, args } }: PreviewProps) {
  switch (preview.kind) {
    case 'arguments':
      return <ArgumentList args={args} />
    case 'file':
      return <FileView preview={preview} />
    case 'changes':
      return <ChangesView files={preview.files} notes={preview.notes} />
    case 'tree':
      return <Tree preview={preview} />
    case 'question':
      return (
        <div className="flex flex-col gap-2">
          <p className="text-base leading-6 whitespace-pre-wrap">
            <Foreign>{preview.prompt}</Foreign>
          </p>
          {preview.context !== null && <Code label="Context">{preview.context}</Code>}
        </div>
      )
    case 'keys':
      return <KeysView preview={preview} />
    case 'command':
      return <CommandView preview={preview} />
    default:
      return <OtherView preview={preview} args={args} />
  }
}

/** A shape that is newer than this page is shown raw, as a whole. */
function OtherView({ preview, args }: { readonly preview: unknown; readonly args: ApprovalView['args'] }) {
  return (
    <div className="flex flex-col gap-3">
      <Code label="What it would do">{shown(preview)}</Code>
      <ArgumentList args={args} />
    </div>
  )
}

function FileView({ preview }: { readonly preview: Extract<Preview, { kind: 'file' }> }) {
  const { path, exists, before, after, diff } = preview
  if (exists && before === null && diff !== undefined) return <Diff path={path} unified={diff} />
  const badge = exists ? (before === null ? 'replaces a file that is not shown' : undefined) : 'new file'
  return <Diff path={path} before={before} after={after} badge={badge} />
}

const BADGES = { create: 'new file', edit: undefined, delete: 'deleted', rename: 'renamed' } as const

function ChangesView({
  files,
  notes,
}: {
  readonly files: readonly FileChangePreview[]
  readonly notes: readonly string[]
}) {
  return (
    <div className="flex flex-col gap-3">
      {files.length > 1 && <p className="text-sm text-muted">{files.length} files</p>}
      {notes.map((note) => (
        <p key={note} className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          <Foreign>{note}</Foreign>
        </p>
      ))}
      {files.map(({ path, change, to, diff }) => (
        <Diff key={path} path={to === null ? path : `${path} → ${to}`} badge={BADGES[change]} unified={diff} />
      ))}
    </div>
  )
}
