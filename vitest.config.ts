import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
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
