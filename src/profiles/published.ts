/** One tool as `tools/list` shows it. */
export interface PublishedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: Readonly<Record<string, boolean | string>>
  readonly icons?: readonly { readonly src: string; readonly mimeType?: string; readonly sizes?: readonly string[] }[]
}

export interface Published {
  readonly tools: readonly PublishedTool[]
  /** The tools as JSON text, serialised once. */
  readonly json: string
}
