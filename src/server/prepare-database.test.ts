import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { replacePassword } from '#server/features/accounts/password-changes.ts'
import { verifyPassword } from '#server/features/accounts/passwords.ts'
import { administer, cloneDatabase, inDatabase, type TestDatabase } from '../../tests/support/databases.ts'
import { ConfigError } from './config.ts'
import { explainFailure } from './explain-failure.ts'
import { createDatabase, createPool, type ConnectionOptions, type Database } from './lib/db.ts'
import { prepareDatabase } from './prepare-database.ts'

const EMPTY = 'prepare_database_test'
const PRODUCTION = { NODE_ENV: 'production' } as const
let demo: TestDatabase
const empty = inDatabase(inject('postgres'), EMPTY)

beforeAll(async () => {
  demo = await cloneDatabase(inject('postgres'))
  await administer(inject('postgres'), `drop database if exists ${EMPTY} with (force)`, `create database ${EMPTY}`)
})
afterAll(async () => {
  await demo.drop()
  await administer(inject('postgres'), `drop database if exists ${EMPTY} with (force)`)
})

function both(connection: ConnectionOptions) {
  return { options: connection, owner: connection }
}

/** Returns connection options for a role; nothing connects with them. */
function under(role: string): ConnectionOptions {
  if (!('connectionString' in empty)) return { ...empty, user: role }
  const url = new URL(empty.connectionString)
  url.username = role
  return { connectionString: url.href }
}

async function using<T>(connection: ConnectionOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool(connection, 1, () => undefined))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

test('a call’s statements time out, and a migration’s do not', async () => {
  const timeoutOf = async (pool: pg.Pool) => {
    const { rows } = await pool.query('show statement_timeout')
    await pool.end()
    return rows
  }
  expect(await timeoutOf(createPool(demo.connection, 1, () => undefined))).toEqual([{ statement_timeout: '30s' }])
  expect(await timeoutOf(createPool(demo.connection, 1, () => undefined, 0))).toEqual([{ statement_timeout: '0' }])
})

test('production does not start while any account has a published password (ASVS 6.3.2)', async () => {
  const start = async () => prepareDatabase(both(demo.connection), { isDemo: false, ...PRODUCTION })
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message.split('\n')).toEqual([
    'user@example.com has a published password: npm run set-password -- --email user@example.com',
    'admin@example.com has a published password: npm run set-password -- --email admin@example.com',
  ])
  await using(demo.connection, async (db) => {
    await replacePassword(db, 'User@Example.com', 'a password of our own', new Date())
    await db.deleteFrom('users').where('id', '=', 'admin_1').execute()
  })
  await expect(start()).resolves.toBeUndefined()
})

test('a demo in production gets its own passwords, which are shown once', async () => {
  const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'meridian-prepare-'))
  onTestFinished(async () => rm(DATA_DIR, { recursive: true }))
  const said: string[] = []
  const start = async () =>
    prepareDatabase(both(empty), { isDemo: true, ...PRODUCTION, openedBy: 'NODE_ENV', DATA_DIR }, (line) => said.push(line))
  await start()
  await start()
  const told = said.flatMap((line) => /^ {2}(\S+@\S+) {2}(\S{20,})$/.exec(line)?.slice(1, 3) ?? [])
  expect(told).toHaveLength(4)
  const [email = '', password = ''] = told
  await using(empty, async (db) => {
    const { password_hash } = await db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()
    expect(await verifyPassword(password_hash, password)).toBe(true)
  })
})

test('the site’s own role reads and writes rows and uses the queue; it owns nothing and changes no table (ASVS 13.2.2)', async () => {
  const role = 'a_role_of_the_site'
  await administer(inject('postgres'), `drop role if exists ${role}`, `create role ${role} login`)
  await prepareDatabase({ options: under(role), owner: empty }, { isDemo: false })
  const refused = async (statement: string) =>
    using(empty, async (db) =>
      db
        .transaction()
        .execute(async (trx) => {
          await sql.raw(`set local role ${role}; ${statement}`).execute(trx)
          return 'allowed'
        })
        .catch((error: unknown) => (error as { code?: string }).code),
    )
  expect(await refused(`insert into coverage_areas values ('ZZ9', 'Not signed in')`)).toBe('allowed')
  expect(await refused('delete from pgboss.job')).toBe('allowed')
  for (const statement of ['truncate users', 'drop table users', 'alter table users add column x text', 'create table mine (id text)']) {
    expect(await refused(statement), statement).toBe('42501')
  }
  const owned = await using(empty, async (db) => sql`select from pg_class where relowner = ${role}::regrole`.execute(db))
  expect(owned.rows).toEqual([])
  await administer(empty, `drop owned by ${role}`, `drop role ${role}`)
})

test('a role that may not create extensions is told who must, and what', async () => {
  const [role, database] = ['a_role_without_extensions', `${EMPTY}_of_another`]
  const postgres = inject('postgres')
  await administer(postgres, `drop database if exists ${database} with (force)`, `drop role if exists ${role}`)
  await administer(postgres, `create role ${role}`, `create database ${database}`)
  const there = inDatabase(postgres, database)
  await administer(there, `grant create on schema public to ${role}`)
  const owner = { ...there, options: `-c role=${role}` }
  const failure: unknown = await prepareDatabase(both(owner), { isDemo: false }).catch((error: unknown) => error)
  expect(explainFailure(failure)).toMatch(
    /^permission denied to create extension "unaccent": a database administrator must run: .+ create extension pg_trgm;/,
  )
  await administer(there, 'create extension unaccent', 'create extension pg_trgm')
  const later: unknown = await prepareDatabase(both(owner), { isDemo: false }).catch((error: unknown) => error)
  // The job queue then wants a schema of its own.
  expect(String(later)).not.toContain('Migration')
  await administer(postgres, `drop database ${database} with (force)`, `drop role ${role}`)
})
