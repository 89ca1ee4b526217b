/** What a phone's keyboard does not have. */
const KEYS: readonly (readonly [label: string, text: string])[] = [
  ['Esc', '\x1b'],
  ['Tab', '\t'],
  ['Ctrl C', '\x03'],
  ['Ctrl D', '\x04'],
  ['↑', '\x1b[A'],
  ['↓', '\x1b[B'],
  ['←', '\x1b[D'],
  ['→', '\x1b[C'],
  ['|', '|'],
  ['~', '~'],
  ['/', '/'],
]

export function PhoneKeys({ onKey }: { readonly onKey: (text: string) => void }) {
  return (
    <div
      role="toolbar"
      aria-label="Keys"
      className="flex gap-1 overflow-x-auto border-t border-line bg-surface p-1 sm:hidden"
    >
      {KEYS.map(([label, text]) => (
        <button
          key={label}
          type="button"
          className="min-h-11 min-w-11 rounded-lg border border-line px-2 font-mono text-sm"
          onClick={() => onKey(text)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
