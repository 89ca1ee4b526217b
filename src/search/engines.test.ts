import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { fileWorld } from '../../test/support/file-world.ts'
import { systemClock } from '../base/clock.ts'
import { LIMITS } from '../base/limits.ts'
import { findEngine } from './engines.ts'
import { packagedRipgrep } from './packaged-ripgrep.ts'
import { createSearch } from './search.ts'

const none = () => null

it('is the ripgrep that comes along, then one that is installed, then grep', () => {
  using world = fileWorld()
  const program = (name: string) => {
    const path = world.file(name, '#!/bin/sh\n')
    chmodSync(path, 0o755)
    return path
  }
  const rg = program('bin/rg')
  const grep = program('other/grep')
  const PATH = `${dirname(grep)}:${dirname(rg)}`
  expect(findEngine({ PATH })).toEqual({ kind: 'ripgrep', program: packagedRipgrep() })
  expect(findEngine({ PATH }, none)).toEqual({ kind: 'ripgrep', program: rg })
  expect(findEngine({ PATH: dirname(grep) }, none)).toEqual({ kind: 'grep', program: grep })
  expect(findEngine({ PATH }, () => `${world.root}/removed`)).toEqual({ kind: 'ripgrep', program: rg })
})

it('is none of a relative directory, nor a file that is no program', () => {
  using world = fileWorld()
  world.file('bin/rg', 'text')
  expect(findEngine({ PATH: `.:bin:${world.root}/bin` }, none)).toBeNull()
  expect(findEngine({}, none)).toBeNull()
})

it('is missed with a sentence that helps', async () => {
  using world = fileWorld()
  using tree = world.files.openTree(world.locate('.'))
  const search = createSearch({ limits: LIMITS, clock: systemClock, env: {}, engine: none })
  const query = {
    pattern: 'x',
    isRegex: false,
    isCaseSensitive: true,
    glob: undefined,
    includeIgnored: false,
    context: 0,
    limit: 1,
  }
  const context = { signal: new AbortController().signal, progress: () => {} }
  await expect(search.grep(tree, query, context)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    hint: expect.stringContaining('Install ripgrep'),
  })
})
