/** On any free port of this machine alone, told to whoever started us. */
export function listen(server) {
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`)
  })
}
