import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Foreign } from '../ui/text.tsx'

/** A page that breaks says so; the others go on. React offers this to classes only. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly failure: string | null }> {
  override state = { failure: null }

  static getDerivedStateFromError(cause: unknown) {
    return { failure: cause instanceof Error ? cause.message : String(cause) }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return (
      <EmptyState title="This page failed.">
        <p role="alert">
          <Foreign>{failure}</Foreign>
        </p>
        <Button className="mt-4" onClick={() => location.reload()}>
          Load it again
        </Button>
      </EmptyState>
    )
  }
}
