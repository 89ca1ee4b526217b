import type { Preview } from '../../src/contract/preview.ts'
import { Foreign } from '../ui/text.tsx'

const NAMES: Readonly<Record<string, string>> = {
  '\r': '⏎',
  '\n': '⏎',
  '\t': '⇥',
  '\u001b': 'Esc',
  '\u007f': '⌫',
  '\b': '⌫',
}

interface KeysProps {
  readonly preview: Extract<Preview, { kind: 'keys' }>
}

/** What will be typed, key by key, and what reads it. */
export function KeysView({ preview: { program, keys } }: KeysProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        Types into <Foreign className="font-mono">{program}</Foreign>
      </p>
      <p
        role="group"
        aria-label="Keys"
        className="flex flex-wrap items-center gap-1 rounded-lg border border-line bg-sunken p-3 font-mono text-[13px]"
      >
        {keyCaps(keys).map(({ text, isKey }, index) =>
          isKey ? (
            <kbd key={index} className="rounded border border-line-strong bg-raised px-1.5 text-xs">
              {text}
            </kbd>
          ) : (
            <Foreign key={index} className="whitespace-pre-wrap">
              {text}
            </Foreign>
          ),
        )}
      </p>
    </div>
  )
}

function keyCaps(keys: string): { text: string; isKey: boolean }[] {
  return keys
    .split(/([\u0000-\u001f\u007f])/)
    .filter((part) => part !== '')
    .map((part) => {
      if (!/^[\u0000-\u001f\u007f]$/.test(part)) return { text: part, isKey: false }
      return { text: NAMES[part] ?? `Ctrl ${String.fromCharCode(part.charCodeAt(0) + 64)}`, isKey: true }
    })
}
