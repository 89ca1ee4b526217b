/** The daemon draws one icon per operation; it is masked so that it takes the colour of the text. */
export function OperationIcon({ name }: { readonly name: string }) {
  if (!/^[a-z0-9-]+$/.test(name)) return null
  const mask = `url(/icons/${name}.svg)`
  return (
    <span
      aria-hidden="true"
      className="inline-block size-5 shrink-0 bg-current"
      style={{ mask: `${mask} center / contain no-repeat` }}
    />
  )
}
