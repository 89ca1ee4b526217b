import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

const BOX =
  'w-full min-h-10 rounded-lg border border-line-strong bg-raised px-3 text-sm text-text placeholder:text-muted disabled:opacity-60'

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly isLabelHidden?: boolean
}

export function TextField({ label, hint, isLabelHidden, className, ...rest }: ComponentProps<'input'> & FieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} isLabelHidden={isLabelHidden} className={className}>
      <input id={id} aria-describedby={`${id}-hint`} autoComplete="off" spellCheck={false} {...rest} className={BOX} />
    </Labelled>
  )
}

export function TextArea({ label, hint, isLabelHidden, className, ...rest }: ComponentProps<'textarea'> & FieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} isLabelHidden={isLabelHidden} className={className}>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        {...rest}
        className={`${BOX} py-2 font-mono text-[13px]`}
      />
    </Labelled>
  )
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'>, FieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export function SelectField({ label, hint, isLabelHidden, options, className, ...rest }: SelectProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} isLabelHidden={isLabelHidden} className={className}>
      <select id={id} aria-describedby={`${id}-hint`} {...rest} className={`${BOX} pr-8`}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface LabelledProps {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly isLabelHidden?: boolean | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

function Labelled({ id, label, hint, isLabelHidden = false, className, children }: LabelledProps) {
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-xs font-medium text-muted'}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
