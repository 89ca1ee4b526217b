import { createServer } from 'node:http'
import { answer } from './answer.mjs'
import { listen } from './listen.mjs'

/** The floor over HTTP. */
const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const reply = answer(JSON.parse(Buffer.concat(chunks).toString()))
    if (reply === undefined) {
      response.writeHead(202).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) })
    response.end(reply)
  })
})
listen(server)
