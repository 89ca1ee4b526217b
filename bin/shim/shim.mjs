import { createLineCutter } from './lines.mjs'
import { cancelled, outcomeUnknown, unavailable } from './messages.mjs'
import { peek } from './peek.mjs'
import { createTraffic, isGreetingAnswer } from './traffic.mjs'

const TRY_AGAIN_MS = 1_000
const GRACE_MS = 2_000
const NEWLINE = 10

/**
 * Forwards JSON-RPC lines between a client (`input`, `output`) and the daemon that `connect` leads to, over as many
 * connections as it takes. `wasStopped` tells whether a daemon that went away did so on purpose. `onEnd` is called once,
 * when nothing more will be written.
 */
export class Shim {
  /** `away` (nobody needed yet), `connecting`, `greeting` (the handshake is repeated), `ready` or `failed`. */
  #state = 'away'
  #failure = { message: '', at: 0 }
  #traffic = createTraffic()
  #waiting = []
  #socket
  #afterGreeting
  #isEnding = false
  #isEnded = false
  #isDropping = false

  constructor({ input, output, connect, wasStopped, onEnd }) {
    Object.assign(this, { input, output, connect, wasStopped, onEnd })
    this.fromClient = createLineCutter(
      (line) => this.#receive(line),
      (piece) => this.#receivePiece(piece),
    )
  }

  start() {
    this.input.on('data', (chunk) => {
      const corked = this.#socket
      corked?.cork()
      this.fromClient.push(chunk)
      corked?.uncork()
    })
    this.input.on('end', () => {
      this.fromClient.end()
      this.#isEnding = true
      if (this.#state === 'ready') this.#startGrace()
      else this.#endIfDone()
    })
    this.input.on('error', () => this.#end())
    this.output.on('error', () => this.#end())
    this.#open()
  }

  #receive(line) {
    if (line.length === 1) return
    if (this.#state === 'ready') {
      if (this.#traffic.fromClient(line, peek(line))) this.#send(line)
      return
    }
    if (this.#state === 'failed' && Date.now() - this.#failure.at < TRY_AGAIN_MS) return this.#refuse(line)
    this.#waiting.push(line)
    if (this.#state === 'away' || this.#state === 'failed') this.#open()
  }

  /** Too long to hold and to remember. If the daemon is lost inside such a line, the rest of it belongs to nobody. */
  #receivePiece(piece) {
    if (this.#state === 'ready' && !this.#isDropping) return this.#send(piece)
    this.#isDropping = piece[piece.length - 1] !== NEWLINE
  }

  #send(bytes) {
    if (this.#socket.write(bytes) || this.input.isPaused()) return
    this.input.pause()
    this.#socket.once('drain', () => this.input.resume())
  }

  #tell(bytes) {
    const socket = this.#socket
    if (this.#isEnded || this.output.write(bytes) || socket === undefined || socket.isPaused()) return
    socket.pause()
    this.output.once('drain', () => socket.resume())
  }

  #refuse(line) {
    for (const { id, method } of peek(line)) {
      if (method === undefined || id === undefined) continue
      this.#traffic.refused(id)
      this.#tell(unavailable(id, this.#failure.message))
    }
    this.#endIfDone()
  }

  #open() {
    this.#state = 'connecting'
    this.input.pause()
    this.connect().then(
      (socket) => this.#connected(socket),
      (cause) => this.#failed(cause.message),
    )
  }

  #failed(message) {
    this.#failure = { message, at: Date.now() }
    this.#state = 'failed'
    for (const line of this.#waiting.splice(0)) this.#refuse(line)
    this.input.resume()
    this.#endIfDone()
  }

  #connected(socket) {
    if (this.#isEnded) return socket.destroy()
    this.#socket = socket
    const fromDaemon = createLineCutter(
      (line) => this.#receiveFromDaemon(line),
      (piece) => this.#tell(piece),
    )
    socket.on('data', (chunk) => {
      fromDaemon.push(chunk)
      this.#endIfDone()
    })
    socket.on('close', () => this.#lost(fromDaemon.isInside()))
    const greeting = this.#traffic.greeting()
    if (greeting === undefined) return this.#ready()
    this.#state = 'greeting'
    this.#afterGreeting = greeting.second
    socket.write(greeting.first)
    socket.resume()
  }

  #receiveFromDaemon(line) {
    const messages = peek(line)
    if (this.#traffic.fromDaemon(messages)) return this.#tell(line)
    if (this.#state !== 'greeting' || !isGreetingAnswer(messages)) return
    if (this.#afterGreeting !== undefined) this.#socket.write(this.#afterGreeting)
    this.#ready()
  }

  #ready() {
    this.#state = 'ready'
    for (const line of this.#waiting.splice(0)) this.#receive(line)
    this.#socket.resume()
    this.input.resume()
    if (this.#isEnding) this.#startGrace()
  }

  #lost(isInsideLine) {
    this.#socket = undefined
    if (this.#isEnded) return
    this.#state = 'away'
    this.#isDropping = this.fromClient.isInside()
    if (isInsideLine) this.#tell(Buffer.from('\n'))
    const { repeat, unknown, asked } = this.#traffic.lost()
    for (const id of asked) this.#tell(cancelled(id))
    for (const id of unknown) this.#tell(outcomeUnknown(id))
    this.#waiting.unshift(...repeat)
    this.input.resume()
    if (this.#waiting.length > 0 || !(this.#isEnding || this.wasStopped())) this.#open()
    this.#endIfDone()
  }

  #startGrace() {
    setTimeout(() => this.#end(), GRACE_MS).unref()
    this.#endIfDone()
  }

  /** The client has said everything: what it asked is still answered, for a moment. */
  #endIfDone() {
    if (!this.#isEnding || this.#waiting.length > 0) return
    if (this.#state === 'connecting' || this.#state === 'greeting') return
    if (this.#state !== 'ready' || this.#traffic.openCount() === 0) this.#end()
  }

  #end() {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#socket?.destroySoon()
    this.onEnd()
  }
}
