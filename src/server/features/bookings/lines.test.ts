import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookAndPay, createBuyer, nextDay, PRICE_CENTS } from '../../../../tests/support/buyers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { insertingLines, toLineRows, writeNextLines, listLines } from './lines.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const guests = { kind: 'unit', ref: 'guest', name: 'Guest', unit_price_cents: PRICE_CENTS, rule: 'Standard price', discount_cents: 0 }

test('a booking of a tour with one price has one line, which cannot be changed', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 2, nextDay())
  expect(await listLines(site.deps.db, id)).toMatchObject([{ ...guests, quantity: 2, total_cents: 2 * PRICE_CENTS }])
  const changing = site.deps.db.updateTable('booking_lines').set({ name: 'Child' }).where('booking_id', '=', id).execute()
  await expect(changing).rejects.toThrow('stays as it was written down')
  const cheaper = site.deps.db.updateTable('bookings').set({ total_cents: PRICE_CENTS }).where('id', '=', id).execute()
  await expect(cheaper).rejects.toThrow('that of its lines')
})

test('the database refuses lines that do not add up to the total, and lines added later', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const line = {
    kind: 'unit',
    id: 'guest',
    name: 'Guest',
    quantity: 1,
    unitPriceCents: 1,
    totalCents: 1,
    rule: 'x',
    discountCents: 0,
    taxCategoryId: null,
  } as const
  const { db } = site.deps
  await expect(insertingLines(db, toLineRows(id, [line], null)).execute()).rejects.toThrow()
  await site.asOwner('delete from booking_lines')
  await expect(insertingLines(db, toLineRows(id, [line], null)).execute()).rejects.toThrow('do not come to its total')
  await insertingLines(db, toLineRows(id, [{ ...line, unitPriceCents: PRICE_CENTS, totalCents: PRICE_CENTS }], 'reduced')).execute()
  expect(await listLines(db, id)).toMatchObject([{ tax_category_id: 'reduced' }])
})

test('bookings from before there were lines get one line each, in batches, and only once', async () => {
  const { db } = site.deps
  const ids = [
    await bookAndPay(site, await createBuyer(site), 3, nextDay()),
    await bookAndPay(site, await createBuyer(site), 1, nextDay()),
  ].map(({ id }) => id)
  await site.asOwner(
    'delete from booking_lines',
    "update line_progress set finished_at = null, written_until = '00000000-0000-0000-0000-000000000000'",
  )
  const { count } = await db
    .selectFrom('tour_bookings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  let read = 0
  for (let next = await writeNextLines(db, 2, new Date()); next > 0; next = await writeNextLines(db, 2, new Date())) read += next
  expect(read).toBe(count)
  expect(await writeNextLines(db, 2, new Date())).toBe(0)
  expect((await listLines(db, ids[0] ?? '')).map(({ quantity, total_cents }) => [quantity, total_cents])).toEqual([[3, 3 * PRICE_CENTS]])
  expect(await listLines(db, ids[1] ?? '')).toHaveLength(1)
})
