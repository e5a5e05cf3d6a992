import { createServer, type AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject as provided, onTestFinished, test } from 'vitest'
import { openCutOffDatabase } from '../../../tests/support/cut-off-database.ts'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { createDatabase, createPool, isConnectionError, STATEMENT_TIMEOUT_MS } from './db.ts'
import { createQueue } from './queue.ts'

const LIMIT_MS = 500

/** A pool of one connection through a port that can fall silent. */
async function poolThroughPort() {
  const database = await openCutOffDatabase(provided('postgres'))
  const pool = createPool(database.connection, 1, () => undefined, LIMIT_MS)
  const db = createDatabase(pool)
  onTestFinished(async () => {
    await db.destroy()
    await database.close()
  })
  return { database, pool, db }
}

test('a server that falls silent is given up, and its connection is not used again', async () => {
  const { database, pool } = await poolThroughPort()
  await pool.query('select 1')
  database.silence()
  const error: unknown = await pool.query('select 2').catch((reason: unknown) => reason)
  expect(isConnectionError(error)).toBe(true)
  database.mend()
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

test('so is one that falls silent within a transaction', async () => {
  const { database, db } = await poolThroughPort()
  const error: unknown = await db
    .transaction()
    .execute(async (trx) => {
      await sql`select ${1}::integer`.execute(trx)
      database.silence()
      await sql`select ${2}::integer`.execute(trx)
    })
    .catch((reason: unknown) => reason)
  expect(isConnectionError(error)).toBe(true)
  database.mend()
  expect((await sql`select ${3}::integer as three`.execute(db)).rows).toEqual([{ three: 3 }])
})

test('a write refused because the server follows another is a connection to be left', async () => {
  const { pool } = await poolThroughPort()
  const pidOf = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await pidOf()
  await pool.query('set default_transaction_read_only = on')
  const error: unknown = await pool.query('create table meant_for_the_leader (id integer)').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(pg.DatabaseError)
  expect(isConnectionError(error)).toBe(true)
  await expect.poll(pidOf).not.toBe(before)
})

test.each([
  [true, 2],
  [false, 0],
])('statements are kept prepared only where they may be (DATABASE_PREPARE: %s)', async (preparesStatements, kept) => {
  const pool = createPool({ ...provided('postgres'), preparesStatements }, 1, () => undefined)
  onTestFinished(async () => pool.end())
  await pool.query('select $1::integer', [1])
  // As libraries do (rate-limiter-flexible).
  await pool.query({ name: 'theirs', text: 'select $1::text', values: ['a'] })
  expect((await pool.query('select from pg_prepared_statements')).rowCount).toBe(kept)
})

test.each([true, false])(
  'the server ends a statement of the queue that waits for a lock, once the queue has given it up (runs jobs: %s)',
  async (runsJobs) => {
    const asked = Promise.withResolvers<string>()
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (startup) => {
        asked.resolve(startup.toString())
        socket.destroy()
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(async () => void server.close())
    const { port } = server.address() as AddressInfo
    const queue = createQueue({ host: '127.0.0.1', port, user: 'site', database: 'site' }, fastify().log, runsJobs)
    await expect(queue.open([])).rejects.toThrow()
    expect((await asked.promise).split('\0').join(' ')).toContain(`statement_timeout ${STATEMENT_TIMEOUT_MS}`)
  },
)

/** Two processes on one database, each with a single connection; `deploy` is the newer one, which changes the tables. */
async function twoProcesses() {
  const { connection, drop } = await cloneDatabase(provided('postgres'))
  const [pool, newerPool] = [createPool(connection, 1, () => undefined), createPool(connection, 1, () => undefined)]
  const [db, newer] = [createDatabase(pool), createDatabase(newerPool)]
  await sql`create table places (id integer primary key, name text not null)`.execute(newer)
  await sql`insert into places values (1, 'Kyoto')`.execute(newer)
  onTestFinished(async () => {
    await db.destroy()
    await newer.destroy()
    await drop()
  })
  return { db, pool, deploy: async (change: string) => sql.raw(change).execute(newer) }
}

const ADDED = 'alter table places add column country text'
const WIDENED = 'alter table places alter column id type bigint'

test.each([
  ['every column', 'select * from places where id = $1'],
  ['every column of a table', 'select p.* from places p where id = $1'],
  ['what was changed', 'update places set name = name where id = $1 returning *'],
])('a column that another process adds does not stop a statement that returns %s', async (_, text) => {
  const { pool, deploy } = await twoProcesses()
  expect((await pool.query(text, [1])).rows).toEqual([{ id: 1, name: 'Kyoto' }])
  await deploy(ADDED)
  expect((await pool.query(text, [1])).rows).toEqual([{ id: 1, name: 'Kyoto', country: null }])
})

test('nor does it stop a transaction that contains such a statement', async () => {
  const { db, deploy } = await twoProcesses()
  const read = async () => db.transaction().execute((trx) => sql`select * from places where id = ${1}`.execute(trx))
  await read()
  await deploy(ADDED)
  expect((await read()).rows).toHaveLength(1)
})

test('a column whose type another process changes is read at once, by promise and by callback', async () => {
  const { db, pool, deploy } = await twoProcesses()
  const read = async () => (await sql<{ id: number }>`select id from places where id = ${1}`.execute(db)).rows
  expect(await read()).toEqual([{ id: 1 }])
  await deploy(WIDENED)
  expect(await read()).toEqual([{ id: 1 }])
  await deploy('alter table places alter column id type integer')
  expect((await pool.query('select id from places where id = $1', [1])).rows).toEqual([{ id: 1 }])
})

test('a transaction that meets such a change fails once, and its retry succeeds', async () => {
  const { db, deploy } = await twoProcesses()
  const rename = async (name: string) =>
    db.transaction().execute(async (trx) => {
      await sql`update places set name = ${name} where id = ${1}`.execute(trx)
      return (await sql<{ id: number; name: string }>`select id, name from places where id = ${1}`.execute(trx)).rows
    })
  await rename('Nara')
  await deploy(WIDENED)
  await expect(rename('Osaka')).rejects.toMatchObject({ code: '0A000' })
  expect(await rename('Kobe')).toEqual([{ id: 1, name: 'Kobe' }])
})

test('any other error reaches the caller, also by callback, and the connection stays usable', async () => {
  const { pool } = await twoProcesses()
  await expect(pool.query('select name from places where id = $1', ['x'])).rejects.toMatchObject({ code: '22P02' })
  expect((await pool.query('select name from places where id = $1', [1])).rows).toEqual([{ name: 'Kyoto' }])
})
