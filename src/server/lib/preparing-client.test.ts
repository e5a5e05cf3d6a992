import { sql } from 'kysely'
import { expect, inject as provided, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { createDatabase, createPool } from './db.ts'

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
