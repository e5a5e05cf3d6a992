import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getTour } from '#shared/tours/calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { bookAndPay, nextDay } from '../../tests/support/buyers.ts'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { bookBody, draftOf } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  // So few connections that each has already prepared every repeated statement.
  site = await createTestApp({ DATABASE_POOL: '2' })
})
afterAll(async () => site.close())

async function draftVersion(person: Browser): Promise<number> {
  return (await person.get(vehicleCalls.getDraft.path)).json.version
}

/** Makes the calls of most visitors and some staff. Returns the statuses. */
async function visit(person: Browser): Promise<number[]> {
  const booking = await bookAndPay(site, person, 2, nextDay())
  const responses = [
    await person.get(ownCalls.getAccount.path),
    await person.get(pathOf(getTour, { id: 'tokyo-and-mount-fuji' })),
    await person.get(bookingCalls.listTourBookings.path),
    await person.get(pathOf(cancellationCalls.previewRefund, { id: booking.id })),
    await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id }),
    await person.put(vehicleCalls.saveDraft.path, { version: await draftVersion(person), draft: draftOf() }),
    await person.get(vehicleCalls.listServiceTypes.path),
    await person.post(vehicleCalls.requestQuote.path, bookBody({ notes: randomUUID() })),
    await person.get(bookingCalls.listVehicleBookings.path),
    await person.get(securityCalls.downloadOwnData.path),
  ]
  await reconcile(site.deps, site.app.log, 0)
  return responses.map(({ status }) => status)
}

test('a process keeps working when a newer version adds columns to its tables', async () => {
  const person = await site.customer()
  const before = await visit(person)
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(site.deps.db)
  await site.asOwner(rows.map(({ name }) => `alter table ${name} add column of_a_later_version text;`).join('\n'))
  expect(await visit(person)).toEqual(before)
  expect(Math.max(...before)).toBeLessThan(400)
  await expectInvariants(site)
})
