import { partsOf } from './hidden-characters.ts'

/** Text that an agent, a file or a client wrote: always text, in its own direction, with hidden characters shown. */
export function Foreign({ children, className }: { readonly children: string; readonly className?: string }) {
  return (
    <bdi dir="ltr" className={className === undefined ? 'foreign' : `foreign ${className}`}>
      {marked(children)}
    </bdi>
  )
}

export function marked(text: string) {
  const parts = partsOf(text)
  if (parts.length === 1 && parts[0]?.hidden === false) return text
  return parts.map(({ text: part, hidden }, index) =>
    hidden ? (
      <span key={index} className="hidden-char" title="A character that is not visible">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
