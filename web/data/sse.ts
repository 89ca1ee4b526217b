export interface Frame {
  readonly event: string
  readonly id: string | null
  readonly data: string
}

/** Cuts a stream of Server-Sent Events into frames. Comments come out as frames without data, so that silence can be told from life. */
export function createFrameReader(): (chunk: string) => Frame[] {
  let rest = ''
  return (chunk) => {
    rest += chunk
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(frameOf)
  }
}

function frameOf(block: string): Frame {
  let event = 'message'
  let id: string | null = null
  const data: string[] = []
  for (const line of block.split('\n')) {
    const mark = line.indexOf(':')
    const [name, value] = mark === -1 ? [line, ''] : [line.slice(0, mark), line.slice(mark + 1).replace(/^ /, '')]
    if (name === 'event') event = value
    else if (name === 'id') id = value
    else if (name === 'data') data.push(value)
  }
  return { event, id, data: data.join('\n') }
}
