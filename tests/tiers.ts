/** Which of the tests a run is for; all of them when neither `npm test` nor `npm run test:all` has started it. */
export const tier = process.env['TEST_TIER'] as 'day' | 'rest' | undefined

/** Matches the browser tests that `npm test` runs: those tagged `@day`, and of what is tested at several widths the narrowest. */
export const DAY_TITLES = /^(?!.*at (768|1440) p).*@day/

/** The Vitest files that `npm test` leaves to `npm run test:all`: they take long, and a day's change seldom breaks them. */
export const LONG_TESTS = [
  // kills and crashes
  'packages/card-sandbox/restart.test.ts',
  'packages/embedded-postgres/crash.test.ts',
  'packages/embedded-postgres/launcher.test.ts',
  'packages/embedded-postgres/other-user.test.ts',
  'packages/embedded-postgres/place.test.ts',
  'tests/process/backups-together.test.ts',
  'tests/process/crash-checkout.test.ts',
  'tests/process/crash-departures.test.ts',
  'tests/process/crash-mails-and-refunds.test.ts',
  'tests/process/crash-reservations.test.ts',
  'tests/process/kill-loop.test.ts',
  'tests/process/shutdown.test.ts',
  'tests/process/start-together.test.ts',
  'tests/process/supervision.test.ts',
  'tests/process/upgrade.test.ts',
  // a whole year on a server of Debian
  'tests/process/debian-postgres.test.ts',
  // at size
  'scripts/structure/patterns.test.ts',
  'src/server/backlogs.test.ts',
  'src/server/sweeps-at-size.test.ts',
  'tests/process/heavy-lists.test.ts',
  'tests/process/hostile-connections.test.ts',
  'tests/process/unread-answers.test.ts',
  // every upload, at every step at which a disk can be full
  'src/server/full-disk.test.ts',
  // what the compiler has to judge
  'packages/card-sandbox/fidelity.test.ts',
  // what nobody should send, and what a generator makes of it
  'src/server/robustness.test.ts',
  'lab/fuzz/fuzz.test.ts',
]
