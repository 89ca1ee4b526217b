/** What a person is shown of a call before it runs. Cards render by `kind`, never by tool name. */
export type Preview =
  | { readonly kind: 'arguments' }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly exists: boolean
      readonly before: string | null
      readonly after: string
    }
  | { readonly kind: 'question'; readonly prompt: string; readonly context: string | null }
