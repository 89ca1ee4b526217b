import { ListTodo, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TodoListSummary } from '../../../src/contract/todos.ts'
import { go, Link, useAddress } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { NameChip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'
import { Board } from './board.tsx'

const LISTS = '/api/todos'

/** The plans of agents, and boards that people and several agents share. */
export default function TodosPage() {
  const { rest: selected } = useAddress()
  const { data, error } = useLive<{ lists: readonly TodoListSummary[] }>(LISTS, ['todos.changed'])
  const [isMaking, setMaking] = useState(false)
  const lists = data?.lists ?? []
  return (
    <div className="flex h-full min-h-0">
      <div
        className={classes(
          'flex w-full shrink-0 flex-col border-line bg-surface lg:w-80 lg:border-r',
          selected !== '' && 'max-lg:hidden',
        )}
      >
        <header className="flex items-center gap-2 border-b border-line px-4 py-2">
          <h1 className="mr-auto text-base font-semibold">Todos</h1>
          <Button size="small" onClick={() => setMaking(true)}>
            <Plus className="size-4" aria-hidden="true" />
            Board
          </Button>
        </header>
        {error !== undefined && <ErrorState error={error} onRetry={() => void reload(LISTS)} />}
        {data === undefined && error === undefined && <Skeleton />}
        {data !== undefined && lists.length === 0 && (
          <EmptyState title="No plans yet." icon={<ListTodo className="size-8" aria-hidden="true" />}>
            Agents that plan their work show it here. A board is shared by several of them and you.
          </EmptyState>
        )}
        <ul aria-label="Lists" className="min-h-0 grow overflow-y-auto">
          {lists.map((list) => (
            <li key={list.key} className="flex items-center border-b border-line pr-1">
              <Link
                href={`/todos/${list.key}`}
                aria-current={list.key === selected ? 'page' : undefined}
                className={classes('min-w-0 grow px-4 py-3 hover:bg-sunken', list.key === selected && 'bg-accent-soft')}
              >
                <span className="block truncate text-sm font-medium">
                  {list.board === null ? <NameChip name={list.client} /> : <Foreign>{list.board}</Foreign>}
                </span>
                <span className="mt-1 block text-xs text-muted">
                  {list.statistics.completed} of {list.statistics.total} done · <Ago at={list.updatedAt} />
                </span>
              </Link>
              <IconButton
                label={`Remove the list of ${list.board ?? list.client}`}
                onClick={() =>
                  void api.remove(`/api/todos/${list.key}`).then(() => selected === list.key && go('/todos'), sayError)
                }
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes('min-w-0 grow overflow-y-auto', selected === '' && 'max-lg:hidden')}>
        {selected === '' ? <EmptyState title="Choose a list." /> : <Board key={selected} listKey={selected} />}
      </div>
      <NewBoard isOpen={isMaking} onClose={() => setMaking(false)} />
    </div>
  )
}

function NewBoard({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [first, setFirst] = useState('')
  const make = async () => {
    try {
      await api.post(`/api/todos/board.${name}/add`, { newTodos: [{ title: first }] })
      onClose()
      go(`/todos/board.${name}`)
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <Dialog title="New board" about="Agents work on it by its name." isOpen={isOpen} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <TextField
          label="Name"
          hint="Letters, digits, dot, dash and underscore."
          required
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField label="First todo" required value={first} onChange={({ target }) => setFirst(target.value)} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Make the board
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
