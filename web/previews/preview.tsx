import type { ApprovalView } from '../../src/contract/approvals.ts'
import { Code } from '../ui/code.tsx'
import { Foreign } from '../ui/text.tsx'
import { ArgumentList, shown } from './arguments.tsx'
import { CommandView } from './command.tsx'
import { Diff } from './diff.tsx'
import { type KeysPreview, KeysView } from './keystrokes.tsx'
import { Tree, type TreePreview } from './tree.tsx'

/** What will happen, by the preview's shape and never by the tool's name. A shape nobody knows is shown raw. */
export function PreviewView({
  approval: { preview, args },
}: {
  readonly approval: Pick<ApprovalView, 'preview' | 'args'>
}) {
  // A newer daemon may send shapes that this page was not built with.
  const kind: string = preview.kind
  switch (preview.kind) {
    case 'arguments':
      return <ArgumentList args={args} />
    case 'file':
      return (
        <Diff
          path={preview.path}
          before={preview.before}
          after={preview.after}
          badge={
            preview.exists ? (preview.before === null ? 'replaces a file that is not shown' : undefined) : 'new file'
          }
        />
      )
    case 'question':
      return (
        <div className="flex flex-col gap-2">
          <p className="text-base leading-6 whitespace-pre-wrap">
            <Foreign>{preview.prompt}</Foreign>
          </p>
          {preview.context !== null && <Code label="Context">{preview.context}</Code>}
        </div>
      )
    case 'command':
      return <CommandView preview={preview} />
  }
  const other = preview as unknown as Record<string, unknown>
  if (kind === 'diff' && Array.isArray(other['files']))
    return <DiffFiles files={other['files'] as readonly FileChange[]} />
  if (kind === 'tree' && Array.isArray(other['entries'])) return <Tree preview={other as unknown as TreePreview} />
  if (kind === 'keys' && typeof other['keys'] === 'string')
    return <KeysView preview={other as unknown as KeysPreview} />
  return (
    <div className="flex flex-col gap-3">
      <Code label="What it would do">{shown(other)}</Code>
      <ArgumentList args={args} />
    </div>
  )
}

interface FileChange {
  readonly path: string
  readonly change?: string
  readonly from?: string | null
  readonly before?: string | null
  readonly after?: string | null
  readonly diff?: string
}

const BADGES: Readonly<Record<string, string>> = { create: 'new file', delete: 'deleted', move: 'moved' }

function DiffFiles({ files }: { readonly files: readonly FileChange[] }) {
  return (
    <div className="flex flex-col gap-3">
      {files.length > 1 && <p className="text-sm text-muted">{files.length} files</p>}
      {files.map(({ path, change, from, before, after, diff }) => (
        <Diff
          key={path}
          path={typeof from === 'string' && from !== path ? `${from} → ${path}` : path}
          badge={change === undefined ? undefined : BADGES[change]}
          before={before}
          after={after}
          unified={diff}
        />
      ))}
    </div>
  )
}
