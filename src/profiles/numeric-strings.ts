import type { z } from 'zod'

/** A number as JSON writes it. `" 5"`, `""`, `"0x10"` and `"5 lines"` stay what they are: text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Models often quote numbers. Where a field is declared as a number its quoted form is taken; nothing else is coerced. */
export function withNumbers(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = bare(schema)
  if (def.type === 'number') return typeof value === 'string' ? numberFrom(value) : value
  if (def.type === 'array' && Array.isArray(value)) {
    return changed(value, (item) => withNumbers((def as z.core.$ZodArrayDef).element, item))
  }
  if (def.type !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { shape } = def as z.core.$ZodObjectDef
  const updates = Object.entries(value).flatMap(([key, item]) => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    const next = field === undefined ? item : withNumbers(field, item)
    return next === item ? [] : [[key, next] as const]
  })
  return updates.length === 0 ? value : { ...value, ...Object.fromEntries(updates) }
}

function numberFrom(text: string): unknown {
  if (!NUMBER.test(text)) return text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function changed(items: readonly unknown[], map: (item: unknown) => unknown): readonly unknown[] {
  const next = items.map(map)
  return next.some((item, index) => item !== items[index]) ? next : items
}

function bare(schema: z.core.$ZodType): { readonly def: z.core.$ZodTypeDef } {
  const { def } = schema._zod
  return 'innerType' in def ? bare(def.innerType as z.core.$ZodType) : { def }
}
