import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { LONG_TESTS, tier } from './tests/tiers.ts'

const isRest = tier === 'rest'
/** No test of the web takes long. */
const WEB = isRest ? [] : ['src/web/**/*.test.{ts,tsx}']
/** Modules of the web that keep something that changes, and files that replace one: what `lib` keeps is a visitor's. */
const WEB_ALONE = isRest
  ? []
  : ['src/web/lib/**/*.test.{ts,tsx}', 'src/web/branding.test.ts', 'src/web/features/vehicles/draft/draft-saver.test.ts']

const ROOMS = ['src/{server,shared}', 'packages', 'lab', 'scripts', 'tests']

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // More than the cores it is meant for: the process tests mostly wait for programs to start and end.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    exclude: ['node_modules/**', 'tests/e2e/**', ...(tier === 'day' ? LONG_TESTS : [])],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // What takes a second alone takes many on a busy machine.
    testTimeout: 90_000,
    hookTimeout: 300_000,
    // As in playwright.config.ts.
    retry: process.env['CI'] ? 1 : 0,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'web', pool: 'threads', isolate: false, include: WEB, exclude: WEB_ALONE },
      },
      {
        extends: true,
        // Each file has modules of its own; a thread loads them sooner than a process.
        test: { name: 'web-alone', pool: 'threads', include: WEB_ALONE },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: isRest ? LONG_TESTS : ROOMS.map((folder) => `${folder}/**/*.test.ts`),
          // Outside the web no module keeps anything that changes (the state is in what createTestApp returns), so the
          // files of a worker share the modules, which take longer to load than many a file's tests take to run.
          isolate: false,
        },
      },
    ],
  },
})
