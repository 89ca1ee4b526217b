import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { fileWorld } from '../../../test/support/file-world.ts'
import { runOperation } from '../../../test/support/run-operation.ts'
import { LIMITS } from '../../base/limits.ts'
import { createWeb } from '../../web/web.ts'
import { webOperationsToolset } from './index.ts'

it('reads a page in windows, and names the host it reaches', async () => {
  using world = fileWorld()
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/plain')
    response.end('tea and water')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const toolset = webOperationsToolset({ web: createWeb({ limits: LIMITS, privateHosts: () => [host] }) })
    const url = `http://${host}/tea`
    const ran = await runOperation(toolset, 'fetch', { url: `${url}#top`, length: 7 }, world.place)
    expect(ran).toMatchObject({
      label: `Fetching page: ${url}#top`,
      resources: [{ kind: 'url', url, host, protection: { class: 'none' } }],
      output: { url, title: null, content_type: 'text/plain', content: 'tea and', total_length: 13, has_more: true },
    })
    expect(ran.text).toContain('6 more characters; go on with offset 7.')
    const rest = await runOperation(toolset, 'fetch', { url, offset: 7 }, world.place)
    expect(rest.output).toMatchObject({ content: ' water', offset: 7, has_more: false })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
