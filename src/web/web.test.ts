import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../base/limits.ts'
import { isPublicAddress } from './public-addresses.ts'
import type { Resolve } from './reach-host.ts'
import { createWeb } from './web.ts'
import { webTarget } from './web-target.ts'

const context = { signal: new AbortController().signal, progress: () => {} }

async function site(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const webFor = (privateHosts: readonly string[], resolve?: Resolve, limits = {}) =>
  createWeb({
    limits: { ...LIMITS, ...limits },
    privateHosts: () => privateHosts,
    ...(resolve === undefined ? {} : { resolve }),
  })

const page = (body: string) => `<!doctype html><html><head><title>Tea</title></head><body>${body}</body></html>`

describe('an address', () => {
  it.each([
    ['loopback', '127.0.0.1', false],
    ['all of loopback', '127.255.0.9', false],
    ['this host', '0.0.0.0', false],
    ['a private network', '10.1.2.3', false],
    ['another one', '172.31.255.255', false],
    ['next to it', '172.32.0.1', true],
    ['a home network', '192.168.1.1', false],
    ['the metadata address of clouds', '169.254.169.254', false],
    ['carrier-grade NAT', '100.64.0.1', false],
    ['multicast', '224.0.0.1', false],
    ['broadcast', '255.255.255.255', false],
    ['a public one', '93.184.215.14', true],
    ['IPv6 loopback', '::1', false],
    ['IPv6 unspecified', '::', false],
    ['IPv4 in IPv6', '::ffff:127.0.0.1', false],
    ['public IPv4 in IPv6 counts as private too', '::ffff:93.184.215.14', false],
    ['NAT64', '64:ff9b::7f00:1', false],
    ['6to4 of loopback', '2002:7f00:1::', false],
    ['Teredo', '2001:0:1::', false],
    ['unique local', 'fd00::1', false],
    ['link local', 'fe80::1', false],
    ['public IPv6', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
    ['no address', 'localhost', false],
  ])('is judged: %s', (_what, address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  it.each([
    ['a file', 'file:///etc/passwd'],
    ['FTP', 'ftp://example.com/'],
    ['a data address', 'data:text/html,x'],
    ['half an address', 'example.com/page'],
    ['a password in it', 'https://me:secret@example.com/'],
    ['nothing', ''],
    ['far too long', `https://example.com/${'a'.repeat(9_000)}`],
  ])('is refused: %s', (_what, url) => {
    expect(() => webTarget(url)).toThrow(/url cannot be used/)
  })

  it('is read the way it will be on the wire', () => {
    expect(webTarget('http://0x7f.1:80/a#b')).toEqual({ url: 'http://127.0.0.1/a', host: '127.0.0.1' })
    expect(webTarget('HTTP://EXAMPLE.com:8080')).toEqual({ url: 'http://example.com:8080/', host: 'example.com:8080' })
  })
})

describe('a page', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:1/'],
    ['decimal loopback', 'http://2130706433/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
    ['the metadata address', 'http://169.254.169.254/latest/meta-data/'],
  ])('is not fetched from %s', async (_what, url) => {
    const web = webFor([])
    await expect(web.page(web.target(url), context)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  })

  it('is not fetched by a name that leads inside, not even with a public address beside it', async () => {
    const web = webFor([], async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ])
    await expect(web.page(web.target('http://rebind.example/'), context)).rejects.toThrow(/10\.0\.0\.7/)
  })

  it('is fetched from the address that was judged, whatever the name says the second time', async () => {
    let asked = 0
    await using here = await site((_request, response) => response.end('inside'))
    const web = webFor([`changes.example:${here.port}`], async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.7', family: 4 }]
    })
    const { bytes } = await web.file(web.target(`http://changes.example:${here.port}/`), context)
    expect([bytes.toString(), asked]).toEqual(['inside', 1])
  })

  it('becomes Markdown without scripts, with whole links and tables', async () => {
    const article = `<article><h1>Green tea</h1><p>${'Water of eighty degrees, and two minutes. '.repeat(12)}</p>
      <p><a href="/more">More</a> <a href="javascript:alert(1)">bad</a></p>
      <table><tr><th>Kind</th><th>Time</th></tr><tr><td>Sencha</td><td>2 | 3</td></tr></table></article>`
    await using here = await site((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page(`<script>document.title = 'x'</script><nav>Menu</nav>${article}`))
    })
    const web = webFor([here.host])
    const read = await web.page(web.target(`http://${here.host}/tea`), context)
    expect(read).toMatchObject({ url: `http://${here.host}/tea`, title: 'Tea', contentType: 'text/html' })
    expect(read.markdown).toContain(`[More](http://${here.host}/more)`)
    expect(read.markdown).toContain('| Sencha | 2 \\| 3 |')
    expect(read.markdown).not.toMatch(/javascript:|document\.title|Menu/)
  })

  it('keeps the letters of its own encoding', async () => {
    await using here = await site((_request, response) => {
      response.setHeader('content-type', 'text/plain; charset=iso-8859-1')
      response.end(Buffer.from('Grüße', 'latin1'))
    })
    const web = webFor([here.host])
    expect((await web.page(web.target(`http://${here.host}/`), context)).markdown).toBe('Grüße')
  })

  it('may move within its host, and no further', async () => {
    await using here = await site((request, response) => {
      if (request.url === '/there') return void response.end('moved')
      response.statusCode = 302
      const to = { '/inside': 'http://127.0.0.1:9/', '/meta': 'http://169.254.169.254/', '/loop': '/loop' }
      response.setHeader('location', to[request.url as keyof typeof to] ?? '/there')
      response.end()
    })
    const web = webFor([here.host])
    const at = (path: string) => web.file(web.target(`http://${here.host}${path}`), context)
    expect((await at('/start')).bytes.toString()).toBe('moved')
    await expect(at('/inside')).rejects.toMatchObject({
      code: 'CONFLICT',
      hint: expect.stringContaining('127.0.0.1:9'),
    })
    await expect(at('/meta')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(at('/loop')).rejects.toThrow(/leads on more than 5 times/)
  })

  it('has a limit, also where it is packed small', async () => {
    await using here = await site((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync(Buffer.alloc(4 * 1024 * 1024)))
    })
    const web = webFor([here.host], undefined, { webPageBytes: 64 * 1024 })
    await expect(web.file(web.target(`http://${here.host}/`), context)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('that never comes ends with the time limit, and with whoever asked', async () => {
    await using here = await site(() => {})
    const target = webTarget(`http://${here.host}/`)
    const slow = webFor([here.host], undefined, { webTimeoutMs: 200 })
    await expect(slow.file(target, context)).rejects.toMatchObject({ code: 'TIMEOUT' })
    const stop = new AbortController()
    const asked = webFor([here.host]).file(target, { ...context, signal: stop.signal })
    stop.abort(new Error('the client went away'))
    await expect(asked).rejects.toThrow('the client went away')
  })

  it.each([
    ['a page that is gone', 404, 'text/html', 'NOT_FOUND'],
    ['a server in trouble', 500, 'text/html', 'EXECUTION_FAILED'],
    ['a picture', 200, 'image/png', 'INVALID_PARAMETERS'],
  ])('says what is wrong: %s', async (_what, status, type, code) => {
    await using here = await site((_request, response) => {
      response.writeHead(status, { 'content-type': type })
      response.end('x')
    })
    const web = webFor([here.host])
    await expect(web.page(web.target(`http://${here.host}/`), context)).rejects.toMatchObject({ code })
  })
})
