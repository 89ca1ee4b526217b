import { readFileSync, writeSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { dataDirectoryPath } from './shim/home.mjs'

/** Somebody waits with a finger on the key. */
const ANSWER_WITHIN_MS = 400
const SHORT_ID_CHARS = 12
const SUMMARY_CHARS = 60

/** The path to ask, and what to take from the answer: a value and what it is about. */
const KINDS = {
  approvals: ['/api/approvals?state=pending', ({ approvals }) => approvals.map(({ id, label }) => [id, label])],
  grants: ['/api/grants', ({ grants }) => grants.map(({ id, operation }) => [id, operation])],
  rules: ['/api/rules', ({ rules }) => rules.map(({ id, effect, operation }) => [id, `${effect} ${operation}`])],
  calls: ['/api/calls?limit=50', ({ calls }) => calls.map(({ id, label }) => [id, label])],
  profiles: ['/api/profiles', ({ profiles }) => profiles.map(({ id, label }) => [id, label])],
  tools: ['/api/profiles/active', ({ categories }) => toolsIn(categories).map(({ id, title }) => [id, title ?? ''])],
  tokens: ['/api/tokens', ({ tokens }) => tokens.map(({ id, label }) => [label ?? id, ''])],
  terminals: [
    '/api/terminals',
    ({ terminals }) => terminals.filter(({ endedAt }) => endedAt === null).map(({ id, command }) => [id, command]),
  ],
  switches: [
    '/api/profiles/active',
    ({ categories }) => [
      ...categories.map(({ id, label }) => [id, label ?? '']),
      ...toolsIn(categories).map(({ id, title }) => [id, title ?? '']),
    ],
  ],
}

/** `upperhand __complete <kind> <beginning>`: values that begin so, one a line. Without a daemon what the files say. */
export async function complete([kind, beginning = '']) {
  const entry = Object.hasOwn(KINDS, kind ?? '') ? KINDS[kind] : undefined
  if (entry === undefined) return
  const home = dataDirectoryPath()
  const [path, take] = entry
  const found = [...values(take, await ask(home, path)), ...(kind === 'grants' ? await rulesToo(home) : [])]
  const offered = found.length === 0 ? values(take, offline(home, kind)) : found
  const lines = offered
    .map(([value, about]) => [
      isId(value) && beginning.length <= SHORT_ID_CHARS ? value.slice(0, SHORT_ID_CHARS) : value,
      about,
    ])
    // What agents name ends up in somebody's shell.
    .filter(([value]) => /^[\w.:-]+$/.test(value) && value.startsWith(beginning))
    .map(([value, about]) => `${value}\t${plain(about)}\n`)
  if (lines.length > 0) writeSync(1, [...new Set(lines)].join(''))
}

async function rulesToo(home) {
  const [path, take] = KINDS.rules
  return values(take, await ask(home, path))
}

function values(take, answer) {
  try {
    return answer === undefined ? [] : take(answer).filter(([value]) => typeof value === 'string')
  } catch {
    return []
  }
}

function toolsIn(categories) {
  return categories.flatMap(({ tools }) => tools)
}

function isId(value) {
  return /^[a-z]+_[0-9a-f]{16,}$/.test(value)
}

function plain(text) {
  return String(text ?? '')
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .slice(0, SUMMARY_CHARS)
}

/** Undefined when nobody answers in time. By hand: loading Node's HTTP takes longer than everything else here together. */
function ask(home, path) {
  return new Promise((resolve) => {
    const socketPath = read(join(home, 'daemon.json'), (text) => JSON.parse(text).socket)
    const key = read(join(home, 'person.key'), (text) => text.trim())
    if (typeof socketPath !== 'string' || key === undefined) return resolve(undefined)
    const socket = net.connect(socketPath)
    const chunks = []
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy())
    socket.on('connect', () => {
      // 1.0: the answer comes in one piece, and its end is the end of the connection.
      socket.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(bodyOf(Buffer.concat(chunks).toString('utf8'))))
  })
}

function bodyOf(answer) {
  const end = answer.indexOf('\r\n\r\n')
  return /^HTTP\/1\.\d 200 /.test(answer) && end !== -1 ? parsed(answer.slice(end + 4)) : undefined
}

/** The profiles and tools of the file; with comments in it, nothing. */
function offline(home, kind) {
  const file = read(join(home, 'tools.json'), (text) => JSON.parse(text))
  if (file === undefined) return undefined
  if (kind === 'profiles') return { profiles: file.profiles }
  const active = file.profiles?.find(({ id }) => id === file.activeProfile)
  return kind === 'tools' || kind === 'switches' ? { categories: active?.categories } : undefined
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read(path, pick) {
  try {
    return pick(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
