import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HostError } from '../base/host-error.ts'
import { createRedact } from '../base/redact.ts'
import { createCredentials } from './credentials.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'access-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = (redact = createRedact()) => createCredentials({ directory, redact })
const file = (name: string) => join(directory, name)
const mode = (name: string) => statSync(file(name)).mode & 0o777

describe('credentials', () => {
  test('both secrets are made, 256 bits each, for the owner alone', () => {
    const { agentToken } = open()
    expect(Buffer.from(agentToken, 'base64url')).toHaveLength(32)
    expect(readFileSync(file('token'), 'utf8').trim()).toBe(agentToken)
    expect([mode('token'), mode('person.key')]).toEqual([0o600, 0o600])
    expect(readdirSync(directory).sort()).toEqual(['person.key', 'token'])
  })

  test('they stay the same over a restart', () => {
    expect(open().agentToken).toBe(open().agentToken)
  })

  test('an empty token file does not mean open', () => {
    writeFileSync(file('token'), '\n')
    const { agentToken, verify } = open()
    expect(agentToken.length).toBeGreaterThan(40)
    expect([verify(''), verify('\n'), verify(undefined)]).toEqual([undefined, undefined, undefined])
  })

  test('permissions that are too open are closed', () => {
    const { agentToken } = open()
    chmodSync(file('token'), 0o644)
    expect(open().agentToken).toBe(agentToken)
    expect(mode('token')).toBe(0o600)
  })

  test('the secret decides who is calling', () => {
    const { verify, agentToken } = open()
    const key = readFileSync(file('person.key'), 'utf8').trim()
    expect(verify(agentToken)).toEqual({ kind: 'agent', credential: 'agent', profile: null })
    expect(verify(key)).toEqual({ kind: 'person', credential: 'cli', profile: null })
    expect(verify(`${key} `)).toBeUndefined()
    expect(verify(key.slice(0, -1))).toBeUndefined()
  })

  test('one secret in both files makes an agent, never a person', () => {
    const { agentToken } = open()
    writeFileSync(file('person.key'), agentToken)
    expect(open().verify(agentToken)?.kind).toBe('agent')
  })

  test('both are known to redaction', () => {
    const redact = createRedact()
    const { agentToken } = open(redact)
    const key = readFileSync(file('person.key'), 'utf8').trim()
    expect(redact.text(`a ${agentToken} b ${key}`)).toBe('a [redacted] b [redacted]')
  })

  test.each([
    ['a short secret', () => writeFileSync(file('token'), 'letmein')],
    ['two lines', () => writeFileSync(file('token'), `${'a'.repeat(40)}\n${'b'.repeat(40)}`)],
    ['a link', () => symlinkSync(file('elsewhere'), file('token'))],
    ['a directory', () => mkdirSync(file('token'))],
    ['a huge file', () => writeFileSync(file('token'), 'a'.repeat(5_000))],
  ])('%s stops the start with a sentence', (_name, prepare) => {
    prepare()
    expect(() => open()).toThrow(HostError)
    expect(() => open()).toThrow(/token/)
  })

  test('a directory that is not there is told, not created', () => {
    rmSync(directory, { recursive: true })
    expect(() => open()).toThrow(/cannot be written/)
  })
})
