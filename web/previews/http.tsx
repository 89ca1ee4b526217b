import { Chip } from '../ui/chip.tsx'
import { Code } from '../ui/code.tsx'
import { Foreign } from '../ui/text.tsx'

interface HttpPreview {
  readonly kind: 'http'
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
}

export function isHttp(preview: unknown): preview is HttpPreview {
  const { kind, url, method } = preview as Partial<HttpPreview>
  return kind === 'http' && typeof url === 'string' && typeof method === 'string'
}

/** Where data goes, in the form that machines read: a name in other letters shows as what it is. */
export function HttpView({ preview: { method, url, headers = {}, body } }: { readonly preview: HttpPreview }) {
  const plain = hostOf(url)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Chip tone="warn">leaves this machine</Chip>
        <code className="font-mono text-[13px]">{method}</code>
        <Foreign className="font-mono text-[13px]">{url}</Foreign>
      </p>
      {plain !== null && (
        <p className="text-sm text-muted">
          Host: <code className="font-mono text-[13px] text-text">{plain}</code>
        </p>
      )}
      {Object.keys(headers).length > 0 && (
        <Code label="Headers">
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </Code>
      )}
      {typeof body === 'string' && <Code label="Body">{body}</Code>}
    </div>
  )
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}
