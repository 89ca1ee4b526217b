import { Button } from '../ui/button.tsx'

/** Nothing here tells more than that upperhand runs. */
export function SignIn() {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <div className="w-full max-w-md rounded-2xl border border-line bg-surface p-8 text-center shadow-card">
        <img src="/assets/favicon.svg" alt="" className="mx-auto mb-4 size-12" />
        <h1 className="text-lg font-semibold">upperhand is running</h1>
        <p className="mt-2 text-muted">To sign in on this browser, open a link from a terminal on this machine:</p>
        <code className="mt-4 block rounded-lg bg-sunken p-3 font-mono">upperhand open</code>
        <Button className="mt-4" onClick={() => location.reload()}>
          Try again
        </Button>
      </div>
    </main>
  )
}
