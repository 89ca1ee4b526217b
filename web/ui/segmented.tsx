import { classes } from './classes.ts'

interface SegmentedProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** A few choices side by side: radio buttons that look like a switch. */
export function Segmented({ label, value, options, onChange }: SegmentedProps) {
  return (
    <fieldset className="flex flex-wrap rounded-lg border border-line-strong bg-raised p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes(
            'flex min-h-9 cursor-pointer items-center rounded-md px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent-ink max-sm:min-h-11',
            option.value === value ? 'bg-accent-soft font-medium text-accent-ink' : 'text-muted',
          )}
        >
          <input
            type="radio"
            name={label}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
