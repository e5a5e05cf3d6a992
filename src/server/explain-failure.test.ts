import { afterEach, expect, test, vi } from 'vitest'
import { explainFailure, isDatabaseAway } from './explain-failure.ts'

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

const SITE = 'postgres://meridian_site:a@db.example:5432/meridian'
const OWNER = 'postgres://meridian_owner:b@db.example:5432/meridian'
const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  [
    'a wrong password of the owner',
    'password authentication failed for user "meridian_owner"',
    { code: '28P01' },
    'DATABASE_MIGRATION_URL',
  ],
  ['an unknown owner', 'role "meridian_owner" does not exist', { code: '28000' }, 'DATABASE_MIGRATION_URL'],
  ['a wrong password of the site', 'password authentication failed for user "meridian_site"', { code: '28P01' }, 'DATABASE_URL'],
  ['a closed port of both', 'connect ECONNREFUSED 10.0.0.1:5432', { code: 'ECONNREFUSED', port: 5432 }, 'DATABASE_URL'],
])('%s is reported by the setting that has it', (_what, message, more, setting) => {
  vi.stubEnv('DATABASE_URL', SITE)
  vi.stubEnv('DATABASE_MIGRATION_URL', OWNER)
  expect(explainFailure(failed(message, more))).toBe(`Can’t connect to the database in ${setting}: ${message}`)
})

test('the owner’s unknown database and its closed port are reported by DATABASE_MIGRATION_URL', () => {
  vi.stubEnv('DATABASE_URL', SITE)
  vi.stubEnv('DATABASE_MIGRATION_URL', 'postgres://meridian_owner@db.example:6432/meridien')
  const line = expect.stringMatching(/^Can’t connect to the database in DATABASE_MIGRATION_URL: /)
  expect(explainFailure(failed('database "meridien" does not exist', { code: '3D000' }))).toEqual(line)
  expect(explainFailure(failed('connect ECONNREFUSED 10.0.0.1:6432', { code: 'ECONNREFUSED', port: 6432 }))).toEqual(line)
})

test.each([
  ['The server does not support SSL connections', {}],
  ['self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
  ['Hostname/IP does not match certificate’s altnames', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
])('sslmode with a server that fails it (%s) names TLS and sslmode', (message, more) => {
  vi.stubEnv('DATABASE_URL', `${SITE}?sslmode=verify-full`)
  vi.stubEnv('DATABASE_MIGRATION_URL', '')
  expect(explainFailure(failed(message, more))).toMatch(
    /^Can’t connect to the database in DATABASE_URL: .+[^.]\. Set up TLS at the server, or correct sslmode/,
  )
  vi.stubEnv('DATABASE_URL', SITE)
  vi.stubEnv('DATABASE_MIGRATION_URL', `${OWNER}?sslmode=verify-full`)
  if (!('code' in more)) expect(explainFailure(failed(message))).toContain('the database in DATABASE_MIGRATION_URL: ')
})

test('a missing right to set up tables names DATABASE_MIGRATION_URL, whether it is missing or names another role', () => {
  const error = failed('permission denied for schema public', { code: '42501' })
  const inMigration = new Error('Migration 0001_accounts failed: must be owner of table users', {
    cause: failed('must be owner of table users', { code: '42501' }),
  })
  vi.stubEnv('DATABASE_URL', SITE)
  vi.stubEnv('DATABASE_MIGRATION_URL', '')
  expect(explainFailure(error)).toMatch(
    /^The role in DATABASE_URL can’t .+: permission denied for schema public\. Set DATABASE_MIGRATION_URL/,
  )
  vi.stubEnv('DATABASE_MIGRATION_URL', OWNER)
  expect(explainFailure(inMigration)).toMatch(
    /^The role in DATABASE_MIGRATION_URL can’t .+: must be owner of table users\. Set it to the role/,
  )
})

test('tables that are missing beside a DATABASE_MIGRATION_URL name both addresses', () => {
  const error = failed('relation "users" does not exist', { code: '42P01' })
  vi.stubEnv('DATABASE_URL', SITE)
  vi.stubEnv('DATABASE_MIGRATION_URL', OWNER)
  expect(explainFailure(error)).toContain('DATABASE_URL and DATABASE_MIGRATION_URL must lead to the same database')
  vi.stubEnv('DATABASE_MIGRATION_URL', '')
  expect(explainFailure(error)).toBeUndefined()
})

test('a file that fails names DATA_DIR only if it is there, and an address if that names it', () => {
  const denied = (path: string) => failed(`EACCES: permission denied, open '${path}'`, { code: 'EACCES', syscall: 'open', path })
  vi.stubEnv('DATA_DIR', '/var/lib/meridian')
  vi.stubEnv('DATABASE_URL', `${SITE}?sslrootcert=/etc/ca.pem`)
  vi.stubEnv('DATABASE_MIGRATION_URL', '')
  expect(explainFailure(denied('/var/lib/meridian/mails'))).toMatch(/Make the site’s user the owner of that folder, or set DATA_DIR/)
  expect(explainFailure(denied('/etc/ca.pem'))).toMatch(/Correct this file in DATABASE_URL\.$/)
  expect(explainFailure(denied('/mnt/site.backup'))).not.toMatch(/DATA_DIR|DATABASE/)
})

test('a metrics port that can’t be used is reported by its own settings', () => {
  const error = { setting: 'METRICS_PORT', port: 9000, syscall: 'listen' }
  expect(explainFailure(failed('listen EADDRINUSE', { ...error, code: 'EADDRINUSE' }))).toBe(
    'Port 9000 is already in use. Choose another: METRICS_PORT=9464 npm start',
  )
  expect(explainFailure(failed('listen EADDRNOTAVAIL', error))).toContain('Choose another METRICS_PORT or METRICS_HOST.')
})

test.each([
  [{}, 'nowhere.example', 'Choose another PORT or HOST.'],
  [{ setting: 'METRICS_PORT' }, 'db.example', 'Choose another METRICS_PORT or METRICS_HOST.'],
])('an unknown machine to listen on is reported by its own setting (%j), and no database is waited for', (more, hostname, help) => {
  vi.stubEnv('DATABASE_URL', SITE)
  vi.stubEnv('DATABASE_MIGRATION_URL', OWNER)
  const error = failed(`getaddrinfo ENOTFOUND ${hostname}`, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname, ...more })
  expect(explainFailure(error)).toBe(`The site can’t listen there: getaddrinfo ENOTFOUND ${hostname}. ${help}`)
  expect(isDatabaseAway(error)).toBe(false)
})

test.each([
  ['db.example', 'DATABASE_URL'],
  ['owner.example', 'DATABASE_MIGRATION_URL'],
])('the unknown machine %s of a database is reported by %s, and waited for', (hostname, setting) => {
  vi.stubEnv('DATABASE_URL', SITE)
  vi.stubEnv('DATABASE_MIGRATION_URL', OWNER.replace('db.', 'owner.'))
  const error = failed(`getaddrinfo ENOTFOUND ${hostname}`, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname })
  expect(explainFailure(error)).toBe(`Can’t connect to the database in ${setting}: getaddrinfo ENOTFOUND ${hostname}`)
  expect(isDatabaseAway(error)).toBe(true)
})
