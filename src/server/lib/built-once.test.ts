import { sql } from 'kysely'
import { expect, inject as provided, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { builtOnce, only } from './built-once.ts'
import { createDatabase, createPool, type Database } from './db.ts'

async function openDatabase(): Promise<Database> {
  const { connection, drop } = await cloneDatabase(provided('postgres'))
  const db = createDatabase(createPool(connection, 1, () => undefined))
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return db
}

test('a statement is built for the first call only, and each call has its own values, including groups, dates and null', async () => {
  const db = await openDatabase()
  const build = vi.fn((on: Database, { who, trip }: { who: string | null; trip: { at: Date; guests: number } }) =>
    on.selectNoFrom([
      sql<string | null>`${who}::text`.as('who'),
      sql<Date>`${trip.at}::timestamptz`.as('at'),
      sql<number>`${trip.guests}::integer + 1`.as('guests'),
    ]),
  )
  const read = builtOnce(build)
  const [first, second] = [new Date('2027-01-01T10:00:00Z'), new Date('2027-06-01T10:00:00Z')]
  expect(await read(db, { who: 'Ada', trip: { at: first, guests: 2 } })).toEqual([{ who: 'Ada', at: first, guests: 3 }])
  expect(await db.transaction().execute(async (trx) => read(trx, { who: null, trip: { at: second, guests: 5 } }))).toEqual([
    { who: null, at: second, guests: 6 },
  ])
  expect(build).toHaveBeenCalledTimes(1)
})

test('reading a value while its statement is built is refused: the first call’s value would be kept forever', async () => {
  const db = await openDatabase()
  const read = builtOnce((on, { trip }: { trip: { guests: number } }) =>
    on.selectNoFrom(sql<number>`${trip.guests + 1}::integer`.as('guests')),
  )
  await expect(read(db, { trip: { guests: 2 } })).rejects.toThrow('trip.guests is not known when its statement is built')
})

test('a statement that should return a row and returns none is an error', () => {
  expect(only([7])).toBe(7)
  expect(() => only([])).toThrow('had none')
})
