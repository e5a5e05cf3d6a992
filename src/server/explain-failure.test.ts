import { afterEach, expect, test, vi } from 'vitest'
import { explainFailure } from './explain-failure.ts'

afterEach(() => vi.unstubAllEnvs())

const CRASH = Object.assign(new Error('terminating connection due to unexpected postmaster exit'), { code: '57P01' })

test('an unreachable external database is named by its setting', () => {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/meridian')
  expect(explainFailure(CRASH)).toBe(
    'Can’t connect to the database in DATABASE_URL: terminating connection due to unexpected postmaster exit',
  )
})

test.each([
  ['the start', CRASH],
  ['a migration', new Error('Migration 0001_accounts failed: terminating connection', { cause: CRASH })],
])('an embedded database that crashes during %s is not reported as DATABASE_URL', (_when, error) => {
  vi.stubEnv('DATABASE_URL', '')
  expect(explainFailure(error)).toBe(
    'The embedded database has stopped or is recovering from a crash: terminating connection due to unexpected postmaster exit',
  )
})
