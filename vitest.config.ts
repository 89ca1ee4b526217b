import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    sequence: { shuffle: { files: true, tests: false } },
    reporters: ['default'],
  },
})
