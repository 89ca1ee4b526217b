import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MiniPrompt, SystemPrompt } from '../../../src/contract/prompts.ts'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Foreign } from '../../ui/text.tsx'
import { sayError } from '../../ui/toast.tsx'
import { MiniEditor } from './mini-editor.tsx'
import { SystemEditor } from './system-editor.tsx'

const PATH = '/api/prompts'

type Editing =
  | { readonly kind: 'mini'; readonly prompt: MiniPrompt | null }
  | { readonly kind: 'system'; readonly prompt: SystemPrompt | null }

/** Standing instructions and roles, written by the person. */
export default function PromptsPage() {
  const { data, error } = useLive<{ system: readonly SystemPrompt[]; mini: readonly MiniPrompt[] }>(PATH, [
    'prompts.changed',
  ])
  const [editing, setEditing] = useState<Editing | null>(null)
  const close = () => setEditing(null)
  const remove = (id: string) => void api.remove(`${PATH}/${id}`).catch(sayError)
  return (
    <Page title="Prompts" about="Instructions that agents are reminded of, and roles that clients can choose.">
      {error !== undefined && <ErrorState error={error} onRetry={() => void reload(PATH)} />}
      {data === undefined && error === undefined && <Skeleton />}
      {data !== undefined && (
        <>
          <Panel
            title="Mini prompts"
            actions={
              <Button size="small" onClick={() => setEditing({ kind: 'mini', prompt: null })}>
                <Plus className="size-4" aria-hidden="true" />
                Mini prompt
              </Button>
            }
          >
            {data.mini.length === 0 && (
              <EmptyState title="No mini prompts." icon={<MessageSquareText className="size-8" aria-hidden="true" />}>
                One sentence that holds for every conversation, such as “Use pnpm here”.
              </EmptyState>
            )}
            <ul aria-label="Mini prompts" className="divide-y divide-line">
              {data.mini.map((prompt) => (
                <li key={prompt.id} className="flex items-start gap-3 px-4 py-3">
                  <div className="min-w-0 grow">
                    <Foreign className="block text-sm font-medium">{prompt.name}</Foreign>
                    <p className="mt-1 line-clamp-3 text-sm whitespace-pre-wrap text-muted">
                      <Foreign>{prompt.content}</Foreign>
                    </p>
                    {prompt.scope === 'run' && <Chip tone="accent">in {prompt.runs.length} runs</Chip>}
                  </div>
                  <Switch
                    label={`${prompt.name} for every run`}
                    isOn={prompt.isEnabled}
                    onChange={(isEnabled) => void api.patch(`${PATH}/mini/${prompt.id}`, { isEnabled }).catch(sayError)}
                  />
                  <Tools
                    name={prompt.name}
                    isBuiltIn={prompt.isBuiltIn}
                    onEdit={() => setEditing({ kind: 'mini', prompt })}
                    onRemove={() => remove(prompt.id)}
                  />
                </li>
              ))}
            </ul>
          </Panel>
          <Panel
            title="System prompts"
            actions={
              <Button size="small" onClick={() => setEditing({ kind: 'system', prompt: null })}>
                <Plus className="size-4" aria-hidden="true" />
                System prompt
              </Button>
            }
          >
            <ul aria-label="System prompts" className="divide-y divide-line">
              {data.system.map((prompt) => (
                <li key={prompt.id} className="flex items-start gap-3 px-4 py-3">
                  <div className="min-w-0 grow">
                    <Foreign className="block text-sm font-medium">{prompt.name}</Foreign>
                    <p className="mt-1 text-sm text-muted">
                      <Foreign>{prompt.description}</Foreign>
                    </p>
                    <p className="mt-1 text-xs text-muted">
                      {prompt.components.length} parts{prompt.isBuiltIn ? ', comes with upperhand' : ''}
                    </p>
                  </div>
                  <Tools
                    name={prompt.name}
                    isBuiltIn={prompt.isBuiltIn}
                    onEdit={() => setEditing({ kind: 'system', prompt })}
                    onRemove={() => remove(prompt.id)}
                  />
                </li>
              ))}
            </ul>
          </Panel>
        </>
      )}
      {editing?.kind === 'mini' && <MiniEditor prompt={editing.prompt} onClose={close} />}
      {editing?.kind === 'system' && <SystemEditor prompt={editing.prompt} onClose={close} />}
    </Page>
  )
}

interface ToolsProps {
  readonly name: string
  readonly isBuiltIn: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function Tools({ name, isBuiltIn, onEdit, onRemove }: ToolsProps) {
  if (isBuiltIn) return null
  return (
    <>
      <IconButton label={`Edit ${name}`} onClick={onEdit}>
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <Trash2 className="size-4" aria-hidden="true" />
      </IconButton>
    </>
  )
}
