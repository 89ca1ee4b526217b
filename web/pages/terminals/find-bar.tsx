import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import type { Screen } from './screen.ts'

export function FindBar({ screen, onClose }: { readonly screen: Screen; readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [isFound, setFound] = useState(true)
  const find = (wanted: string, isBack: boolean) => {
    const { search } = screen
    setFound(wanted === '' || (isBack ? search.findPrevious(wanted) : search.findNext(wanted)))
  }
  const close = () => {
    screen.search.clearDecorations()
    onClose()
    screen.terminal.focus()
  }
  return (
    <search className="flex items-center gap-1 border-b border-line bg-surface px-3 py-1">
      <input
        // biome-ignore lint/a11y/noAutofocus: somebody has just asked for it.
        autoFocus
        aria-label="Find"
        value={text}
        spellCheck={false}
        className="min-h-9 w-64 rounded-lg border border-line-strong bg-raised px-3 text-sm max-sm:w-full"
        onChange={({ target }) => {
          setText(target.value)
          find(target.value, false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find(text, event.shiftKey)
          if (event.key === 'Escape') close()
        }}
      />
      <IconButton label="Previous" onClick={() => find(text, true)}>
        <ChevronUp className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Next" onClick={() => find(text, false)}>
        <ChevronDown className="size-4" aria-hidden="true" />
      </IconButton>
      <span role="status" className="grow text-xs text-muted">
        {isFound ? '' : 'Not found'}
      </span>
      <IconButton label="Close the search" onClick={close}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </search>
  )
}
