import { Switch as Base } from '@base-ui/react/switch'

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Switch({ label, isOn, isDisabled = false, onChange }: SwitchProps) {
  return (
    <Base.Root
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      onCheckedChange={onChange}
      className="relative flex h-6 w-10 items-center shrink-0 rounded-full border border-line-strong bg-line-strong transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
    >
      <Base.Thumb className="block size-[18px] translate-x-[2px] rounded-full bg-white shadow transition-transform data-checked:translate-x-[18px]" />
    </Base.Root>
  )
}
