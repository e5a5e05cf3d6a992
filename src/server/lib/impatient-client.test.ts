import { createServer, type AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject as provided, onTestFinished, test } from 'vitest'
import { openCutOffDatabase } from '../../../tests/support/cut-off-database.ts'
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
