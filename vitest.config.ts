import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // More than the cores that it is made for: the process tests mostly wait for programs to start and end.
    maxWorkers: 3,
    include: ['src', 'card-sandbox', 'embedded-postgres', 'scripts']
      .map((folder) => `${folder}/**/*.test.{ts,tsx}`)
      .concat('tests/**/*.test.ts'),
    exclude: ['node_modules/**', 'tests/e2e/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
