import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A poll ends when its condition holds; a loaded machine may take long to get there.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    sequence: { shuffle: { files: true, tests: false } },
    reporters: ['default'],
  },
})
