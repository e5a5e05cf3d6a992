import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { databaseBefore } from '../../../tests/support/old-databases.ts'
import { poll } from '../../../tests/support/poll.ts'
import { projectRoot } from '../config/root.ts'
import { explainFailure, isRefusal } from '../explain-failure.ts'
import { createDatabase, createPool, type ConnectionOptions } from './db.ts'
import { isMigrated, migrate, readMigrations } from './migrate.ts'

const NEXT = '0071_closed_slots'

function connect(connection: ConnectionOptions) {
  const pool = createPool(connection, 3, () => undefined, 0)
  onTestFinished(async () => pool.end())
  return { pool, db: createDatabase(pool) }
}

test('a migration that cannot have its lock at once gives way, and is applied when it can', async () => {
  const { connection, client: person } = await databaseBefore(`${NEXT}.sql`)
  const { pool, db } = connect(connection)
  const names = (await readdir(path.join(projectRoot, 'migrations'))).filter((name) => name.endsWith('.sql'))
  const before = names.map((name) => name.replace('.sql', '')).filter((name) => name < NEXT)
  await pool.query('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)')
  await pool.query('insert into kysely_migration select name, now() from unnest($1::text[]) as name', [before])
  await person.query('begin; lock table departure_slots in row exclusive mode')
  const migrating = migrate(db)
  const isWaiting = async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%capacity_when_open%'`,
    )
    return rows.length > 0
  }
  await poll('a try that waits', isWaiting)
  await poll('the end of that try', async () => !(await isWaiting()))
  await person.query('commit')
  expect((await migrating)[0]).toBe(NEXT)
  expect(await isMigrated(db)).toBe(true)
})

test('a version starts on a database in which a later one has applied its migrations', async () => {
  const database = await cloneDatabase(inject('postgres'))
  const { pool, db } = connect(database.connection)
  onTestFinished(database.drop)
  await pool.query(`insert into kysely_migration values ('9999_of_a_later_version', now())`)
  expect(await migrate(db)).toEqual([])
  expect(await isMigrated(db)).toBe(true)
})

/** The first that was written so that a migration waits for one table in use at a time. */
const ONE_TABLE_SINCE = '0074'

test('a migration locks one table in use at a time, so that a checkout is never the victim of a deadlock', async () => {
  const { client } = await databaseBefore(`${ONE_TABLE_SINCE}_one_row_tables.sql`)
  for (const [name, text] of await readMigrations()) {
    if (name < ONE_TABLE_SINCE) continue
    await client.query('begin')
    await client.query(`create temporary table known on commit drop as select oid from pg_class where relkind = 'r'`)
    await client.query(text)
    const { rows } = await client.query<{ locked: string }>(
      `select distinct relation::regclass::text as locked from pg_locks join pg_class on pg_class.oid = relation
       where pid = pg_backend_pid() and relnamespace = 'public'::regnamespace and relation in (select oid from known)
         -- These keep neither readers nor writers waiting.
         and mode not in ('AccessShareLock', 'RowShareLock', 'ShareUpdateExclusiveLock')`,
    )
    await client.query('commit')
    expect(rows.length, `${name}: ${rows.map(({ locked }) => locked).join(', ')}`).toBeLessThan(2)
  }
})

test('a version too old for its database is refused in one line that names both migrations', async () => {
  const database = await cloneDatabase(inject('postgres'))
  const { pool, db } = connect(database.connection)
  onTestFinished(database.drop)
  await pool.query('delete from kysely_migration where name = $1', [NEXT])
  const last = (await pool.query<{ name: string }>('select max(name) as name from kysely_migration')).rows[0]?.name
  const failure = await migrate(db).catch((error: unknown) => error)
  expect(isRefusal(failure)).toBe(true)
  expect(explainFailure(failure)).toBe(
    `This version is too old for its database: ${last} has been applied, but not ${NEXT}. Start the version that ran last, or a newer one.`,
  )
})
