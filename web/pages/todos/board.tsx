import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { Todo, TodoListView } from '../../../src/contract/todos.ts'
import { Link } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { put, reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'

/** Written out: the list of the contract would bring its parser along. */
const TODO_STATUSES: readonly Todo['status'][] = ['not-started', 'in-progress', 'completed', 'blocked']

const TONES: Readonly<Record<NonNullable<Todo['priority']>, Tone>> = {
  low: 'plain',
  medium: 'accent',
  high: 'high',
  critical: 'bad',
}
const WORDS: Readonly<Record<Todo['status'], string>> = {
  'not-started': 'Not started',
  'in-progress': 'In progress',
  completed: 'Completed',
  blocked: 'Blocked',
}

/** Both sides change a list; a change that was made meanwhile is shown, never overwritten. */
export function Board({ listKey }: { readonly listKey: string }) {
  const path = `/api/todos/${listKey}`
  const { data, error } = useLive<TodoListView>(path, ['todos.changed'])
  const [title, setTitle] = useState('')
  const change = async (action: 'update' | 'add', body: object) => {
    try {
      const { list } = await api.post<{ list: TodoListView }>(`${path}/${action}`, { ...body, version: data?.version })
      put(path, list)
      return true
    } catch (cause) {
      sayError(cause)
      await reload(path)
      return false
    }
  }
  if (error !== undefined && data === undefined) return <ErrorState error={error} onRetry={() => void reload(path)} />
  if (data === undefined) return <Skeleton />
  const { statistics, todos, board, client, looksDone } = data
  const titles = new Map(todos.map((todo) => [todo.id, todo.title]))
  return (
    <Page
      title={board ?? client}
      about={`${statistics.completed} of ${statistics.total} done, ${statistics.inProgress} in progress, ${statistics.blocked} blocked`}
      actions={
        <Link href="/todos" className={`${buttonClass('quiet', 'small')} lg:hidden`}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          All lists
        </Link>
      }
    >
      <progress aria-label="Completed" className="h-2 w-full" max={100} value={statistics.percentComplete} />
      {looksDone.length > 0 && (
        <p className="rounded-lg bg-accent-soft px-3 py-2 text-sm text-accent-ink">
          Looks done, but nobody has said so: {looksDone.map(({ id }) => `#${id}`).join(', ')}
        </p>
      )}
      <Panel>
        <ul aria-label="Todos" className="flex flex-col divide-y divide-line">
          {todos.map((todo) => (
            <Row
              key={todo.id}
              todo={todo}
              titles={titles}
              onStatus={(status) => void change('update', { todoUpdates: [{ id: todo.id, ...withReason(status) }] })}
            />
          ))}
        </ul>
        <form
          className="flex items-end gap-2 border-t border-line p-4"
          onSubmit={(event) => {
            event.preventDefault()
            void change('add', { newTodos: [{ title }] }).then((isDone) => isDone && setTitle(''))
          }}
        >
          <TextField
            label="Add a todo"
            className="grow"
            required
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <Button type="submit">Add</Button>
        </form>
      </Panel>
    </Page>
  )
}

/** What is blocked says why. */
function withReason(status: string): object {
  return status === 'blocked' ? { status, blockedReason: 'Blocked by a person.' } : { status }
}

interface RowProps {
  readonly todo: Todo
  readonly titles: ReadonlyMap<number, string>
  readonly onStatus: (status: string) => void
}

function Row({ todo, titles, onStatus }: RowProps) {
  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-3">
      <span className="w-8 shrink-0 pt-2 text-xs text-muted tabular-nums">#{todo.id}</span>
      <div className="min-w-0 grow pt-1.5">
        <p className={todo.status === 'completed' ? 'text-sm text-muted line-through' : 'text-sm font-medium'}>
          <Foreign>{todo.title}</Foreign>
        </p>
        {todo.description !== '' && (
          <p className="mt-1 text-sm text-muted">
            <Foreign>{todo.description}</Foreign>
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-muted">
          {todo.priority !== undefined && <Chip tone={TONES[todo.priority]}>{todo.priority}</Chip>}
          {todo.progress !== undefined && <span>{Math.round(todo.progress * 100)} %</span>}
          {todo.estimate !== undefined && <span>{todo.estimate} min</span>}
          {(todo.dependencies ?? []).map((id) => (
            <Chip key={id} title={titles.get(id) ?? ''}>
              after #{id}
            </Chip>
          ))}
          {todo.blockedReason !== undefined && (
            <Chip tone="warn">
              <Foreign>{todo.blockedReason}</Foreign>
            </Chip>
          )}
          {todo.claimedBy !== undefined && <Foreign>{todo.claimedBy}</Foreign>}
          <Ago at={todo.updatedAt} />
        </p>
        {(todo.subtasks ?? []).length > 0 && (
          <ul className="mt-1 flex flex-col gap-0.5 text-sm text-muted">
            {(todo.subtasks ?? []).map(({ title, completed }) => (
              <li key={title}>
                {completed ? '☑' : '☐'} <Foreign>{title}</Foreign>
              </li>
            ))}
          </ul>
        )}
      </div>
      <SelectField
        label={`Status of ${todo.title}`}
        isLabelHidden
        className="w-36"
        value={todo.status}
        options={TODO_STATUSES.map((value) => ({ value, label: WORDS[value] }))}
        onChange={({ target }) => onStatus(target.value)}
      />
    </li>
  )
}
