import type { Facts, Touch } from '../../src/calls/decide.ts'
import type { Effect } from '../../src/contract/effects.ts'
import type { Level } from '../../src/contract/levels.ts'
import type { PathResource } from '../../src/contract/resources.ts'

export const path = (
  access: PathResource['access'],
  zone: PathResource['zone'],
  protection: PathResource['protection']['class'] = 'none',
): PathResource => ({
  kind: 'path',
  path: `/place/${zone}/${access}`,
  given: access,
  access,
  zone,
  protection: { class: protection, reason: protection === 'none' ? null : `it is ${protection}` },
  exists: true,
  identity: '1:1',
})

export const facts = (level: Level, effect: Effect, touch: Touch, more: Partial<Facts> = {}): Facts => ({
  operation: 'files.act',
  effect,
  isPerson: false,
  isPaused: false,
  isEnabled: true,
  level,
  paths: 'workspace',
  confirms: 'person',
  permissionSince: 0,
  autoApproves: false,
  isApprovedOnce: false,
  touches: [touch],
  ...more,
})

export const rule = (createdAt = 10) => ({
  id: 'rule_1',
  createdAt,
  message: null,
  text: 'allow files.act on anything',
})
export const grant = (createdAt = 20) => ({ id: 'grant_1', createdAt })

/** An ordinary file at a path. */
export const pathResource = (at: string): PathResource => ({ ...path('write', 'outside'), path: at, given: at })
