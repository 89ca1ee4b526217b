import { CheckCircle2, Circle, CircleDot, CircleSlash } from 'lucide-react'
import type { Todo, TodoListView } from '../../../src/contract/todos.ts'
import { useLive } from '../../data/live.ts'
import { Foreign } from '../../ui/text.tsx'

const ICONS: Readonly<Record<Todo['status'], typeof Circle>> = {
  'not-started': Circle,
  'in-progress': CircleDot,
  completed: CheckCircle2,
  blocked: CircleSlash,
}
const SHOWN = 12

/** The plan of a run beside what it does. */
export function RunTodos({ listKey }: { readonly listKey: string }) {
  const { data } = useLive<TodoListView>(`/api/todos/${listKey}`, ['todos.changed'])
  if (data === undefined || data.todos.length === 0) return null
  const { completed, total } = data.statistics
  return (
    <aside aria-label="Todos" className="shrink-0 border-line p-4 max-lg:border-t lg:w-72 lg:border-l">
      <h3 className="mb-2 text-xs font-semibold text-muted">
        Todos, {completed} of {total} done
      </h3>
      <ul className="flex flex-col gap-1.5">
        {data.todos.slice(0, SHOWN).map(({ id, title, status }) => {
          const Icon = ICONS[status]
          return (
            <li key={id} className="flex items-start gap-2 text-sm">
              <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-label={status.replace('-', ' ')} />
              <Foreign className={status === 'completed' ? 'text-muted line-through' : ''}>{title}</Foreign>
            </li>
          )
        })}
      </ul>
      {data.todos.length > SHOWN && <p className="mt-2 text-xs text-muted">and {data.todos.length - SHOWN} more</p>}
    </aside>
  )
}
