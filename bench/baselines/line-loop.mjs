import { answer } from './answer.mjs'

/** The floor over stdio: lines in, lines out. */
let rest = ''
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const reply = answer(JSON.parse(line))
    if (reply !== undefined) process.stdout.write(`${reply}\n`)
  }
})
