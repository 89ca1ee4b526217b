import { Code } from '../ui/code.tsx'
import { Foreign } from '../ui/text.tsx'

interface KeysPreview {
  readonly kind: 'keys'
  readonly session?: string
  readonly program?: string | null
  readonly screen?: readonly string[]
  readonly keys: string
}

const NAMES: Readonly<Record<string, string>> = {
  '\r': '⏎',
  '\n': '⏎',
  '\t': '⇥',
  '\u001b': 'Esc',
  '\u007f': '⌫',
  '\b': '⌫',
}

export function isKeys(preview: unknown): preview is KeysPreview {
  const { kind, keys } = preview as Partial<KeysPreview>
  return kind === 'keys' && typeof keys === 'string'
}

/** What will be typed, key by key, and the screen it is typed into. */
export function KeysView({ preview: { session, program, screen = [], keys } }: { readonly preview: KeysPreview }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        Types into <Foreign className="font-mono">{program ?? session ?? 'a terminal'}</Foreign>
      </p>
      {screen.length > 0 && <Code label="The last lines of its screen">{screen.join('\n')}</Code>}
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
