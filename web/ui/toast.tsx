import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { ApiError } from '../data/api.ts'
import { Foreign } from './text.tsx'

const manager = Toast.createToastManager()

/** Says what happened. Nothing that must be seen is said only here. */
export function say(text: string): void {
  manager.add({ title: text, timeout: 4_000 })
}

export function sayError(cause: unknown): void {
  const isOurs = cause instanceof ApiError
  manager.add({
    title: isOurs ? cause.message : String(cause),
    ...(isOurs && cause.hint !== null ? { description: cause.hint } : {}),
    type: 'error',
    priority: 'high',
    timeout: 10_000,
  })
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-20 z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2 sm:bottom-4">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="flex items-start gap-3 rounded-xl border border-line bg-raised p-3 shadow-card data-[type=error]:border-bad"
    >
      <div className="min-w-0 grow">
        <p className="text-sm font-medium">
          <Foreign>{String(toast.title ?? '')}</Foreign>
        </p>
        {toast.description !== undefined && (
          <p className="mt-0.5 text-xs text-muted">
            <Foreign>{String(toast.description)}</Foreign>
          </p>
        )}
      </div>
      <Toast.Close aria-label="Dismiss" className="text-muted hover:text-text">
        <X className="size-4" aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ))
}
