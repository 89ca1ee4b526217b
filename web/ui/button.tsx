import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet'

const KINDS: Readonly<Record<ButtonKind, string>> = {
  plain: 'border border-line-strong bg-raised text-text hover:bg-sunken',
  primary: 'border border-transparent bg-accent text-accent-text hover:brightness-110',
  danger: 'border border-bad bg-raised text-bad hover:bg-bad-soft',
  quiet: 'border border-transparent text-muted hover:bg-sunken hover:text-text',
}

export function buttonClass(kind: ButtonKind = 'plain', size: 'small' | 'normal' = 'normal'): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none transition-colors',
    'disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55',
    size === 'small' ? 'min-h-8 px-2.5 text-xs max-sm:min-h-11' : 'min-h-10 px-3.5 text-sm max-sm:min-h-11',
    KINDS[kind],
  )
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly size?: 'small' | 'normal'
  /** The key that does the same. */
  readonly hotkey?: string | undefined
}

export function Button({ kind, size, hotkey, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" aria-keyshortcuts={hotkey} {...rest} className={classes(buttonClass(kind, size), className)}>
      {children}
      {hotkey !== undefined && <Key>{hotkey}</Key>}
    </button>
  )
}

export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        'inline-flex size-9 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-text disabled:opacity-55 max-sm:size-11',
        className,
      )}
    >
      {children}
    </button>
  )
}

/** Hidden from screen readers: they hear of it as the button's shortcut. */
export function Key({ children }: { readonly children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="rounded border font-mono border-current/40 px-1 text-[0.75em] leading-4 max-sm:hidden"
    >
      {children}
    </span>
  )
}
