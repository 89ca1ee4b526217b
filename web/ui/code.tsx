import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { marked } from './text.tsx'

interface CodeProps {
  readonly children: string
  readonly label: string
  /** Folded beyond this many lines; a click opens all of it. */
  readonly foldAt?: number
  readonly className?: string
}

const FOLD_LINES = 24

/** Exact text, wrapped, with hidden characters shown. Never cut without saying so. */
export function Code({ children, label, foldAt = FOLD_LINES, className }: CodeProps) {
  const [isOpen, setOpen] = useState(false)
  const lines = children.split('\n')
  const isFolded = !isOpen && lines.length > foldAt
  const shown = isFolded ? lines.slice(0, foldAt).join('\n') : children
  return (
    <div className={classes('group relative rounded-lg border border-line bg-sunken', className)}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable with the keyboard
        tabIndex={0}
        aria-label={label}
        role="group"
        dir="ltr"
        className="foreign max-h-[32rem] overflow-auto p-3 pr-12 font-mono text-[13px] leading-5 whitespace-pre-wrap"
      >
        {marked(shown)}
      </pre>
      <CopyButton text={children} />
      {lines.length > foldAt && (
        <button
          type="button"
          onClick={() => setOpen(!isOpen)}
          className="w-full border-t border-line px-3 py-2 text-left text-xs font-medium text-accent-ink"
        >
          {isFolded ? `Show all ${lines.length} lines` : 'Show less'}
        </button>
      )}
    </div>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <IconButton label={isCopied ? 'Copied' : 'Copy'} onClick={copy} className="absolute top-1 right-1 size-8">
      {isCopied ? <Check className="size-4" aria-hidden="true" /> : <Copy className="size-4" aria-hidden="true" />}
    </IconButton>
  )
}
