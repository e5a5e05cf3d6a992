import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { deliverEvent, payCancel, payReturn } from '#shared/payments/calls.ts'
import { continuePayment, createCheckout } from '#shared/payments/checkout-calls.ts'
import { readBookingAgain } from '#shared/payments/staff-calls.ts'
import * as quoteCalls from '#shared/quotes/calls.ts'
import * as reservationCalls from '#shared/reservations/calls.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { goLive } from '#server/cli/go-live.ts'
import { staff } from '#server/cli/staff.ts'
import { continueCancellations } from '#server/features/cancellations/departure-endings.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { sendRefund } from '#server/features/refunds/sending.ts'
import { openClient, unlessRunning } from '#server/lib/db.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { openPlace } from '#server/lib/site-files.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { backedUp, commandLineAt, emptyDatabase, restoreInto } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { writeErasures } from './nightly.ts'

const site = await createTestApp({ CHECKOUTS_PER_ACCOUNT: '1000' })
afterAll(async () => site.close())
const { db } = site.deps
const manager = await createStaff(site, 'manager')

beforeEach(() => commandLineOf(site))

async function runGoLive(...args: string[]): Promise<string> {
  const said: string[] = []
  await goLive.run(args, (line) => said.push(line))
  process.exitCode = undefined
  return said.join('\n')
}

test('a restored copy says so on every response, mails nobody, and refuses money and webhooks until it goes live', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  await db
    .transaction()
    .execute(async (trx) =>
      queueMail(trx, site.deps.queue, { key: 'of the night', template: 'password-changed', recipient: buyer.email, data: {} }),
    )
  const { folder, restoreCopy } = await backedUp(site)
  const { target, copy } = await restoreCopy()
  const visitor = copy.visitor()
  const page = await copy.app.inject({ url: listTours.path, headers: { host: 'localhost' } })
  expect(page.headers['x-restored-copy']).toBe('1')
  const { id: userId } = await copy.deps.db.selectFrom('users').select('id').where('email', '=', buyer.email).executeTakeFirstOrThrow()
  const refused = await visitor.post(createCheckout.path, { priceId: 'x', tour_id: TOUR, totalGuests: 1, travelDate: nextDay() })
  expect([refused.status, refused.json.code]).toEqual([503, 'restored_copy'])
  for (const call of [
    cancellationCalls.cancelOwnBooking.path,
    pathOf(continuePayment, { id: booking.id }),
    pathOf(staffCancellationCalls.refundBooking, { id: booking.id }),
    deliverEvent.path,
    vehicleCalls.requestQuote.path,
    pathOf(taskSteps.retry, { id: 'x' }),
    pathOf(readBookingAgain, { id: booking.id }),
    // Other spellings of the same.
    cancellationCalls.cancelOwnBooking.path.replace('r', '%72'),
    `${pathOf(staffCancellationCalls.refundBooking, { id: booking.id }).replace('bookings', '%62ooking%73')}?x`,
    deliverEvent.path.replace('w', '%77'),
  ]) {
    const { status, json } = await visitor.post(call, {})
    expect([status, json.code], call).toEqual([503, 'restored_copy'])
  }
  for (const call of [payReturn.path, payCancel.path]) expect((await visitor.get(call)).json.code, call).toBe('restored_copy')
  for (const call of [pathOf(quoteCalls.payQuote, { token: 'x' }), pathOf(reservationCalls.payReservation, { token: 'x' })]) {
    const { status, text } = await visitor.get(call)
    expect([status, text.includes('This is a restored copy of the site')], call).toEqual([503, true])
  }
  const payment = await copy.deps.db.selectFrom('payments').select('id').where('booking_id', '=', booking.id).executeTakeFirstOrThrow()
  await expect(
    copy.deps.cards.createRefund({ id: payment.id, keyVersion: 1, paymentId: booking.stripeid ?? '', amountCents: 100 }),
  ).rejects.toMatchObject({ code: 'restored_copy' })
  expect(userId).toBeTruthy()
  commandLineAt(target, folder)
  expect(await runGoLive()).toContain('Anything later that isn’t also at the card provider is lost')
  expect((await visitor.post(cancellationCalls.cancelOwnBooking.path, {})).status).toBe(503)
  expect(await runGoLive('--old-site-is-off')).toContain('Emails held back because the old site may have sent them: ')
  expect((await copy.app.inject({ url: listTours.path, headers: { host: 'localhost' } })).headers['x-restored-copy']).toBeUndefined()
  expect((await visitor.post(cancellationCalls.cancelOwnBooking.path, {})).status).toBe(401)
  const held = await copy.deps.db.selectFrom('mails').select('failure').where('key', '=', 'of the night').executeTakeFirstOrThrow()
  expect(held.failure).toContain('older than the backup')
  expect(await runGoLive()).toBe('This isn’t a restored copy: it’s already live.')
})

test('of two commands that put a copy live at once one does; the other says so', async () => {
  const { folder, restoreCopy } = await backedUp(site)
  const { target, copy } = await restoreCopy()
  commandLineAt(target, folder)
  const isFree = await unlessRunning(copy.deps.db, 'going-live', async () => {
    await expect(runGoLive('--old-site-is-off')).rejects.toThrow('Another command is already putting this copy live.')
  })
  expect([isFree, await copy.deps.copy.isCopy()]).toEqual([true, true])
  const both = await Promise.allSettled([runGoLive('--old-site-is-off'), runGoLive('--old-site-is-off')])
  const said = both.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
  expect(said.filter((text) => text.includes('This is now the live site.'))).toHaveLength(1)
  expect(said.filter((text) => /already (live|putting)/.test(text))).toHaveLength(1)
  const went = copy.deps.db.selectFrom('audit_entries').select('id').where('action', '=', 'site.went_live')
  expect(await went.execute()).toHaveLength(1)
})

test('a refund that the old site sent under a later key after the backup is found, not sent again', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  await site.cards.tell('faults', { route: 'POST /v1/refunds', kind: '429', count: 100 })
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const { id } = await db.selectFrom('refunds').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  const { restoreCopy } = await backedUp(site)
  await site.cards.tell('faults/clear')
  await db.updateTable('refunds').set({ key_version: 2, send_after: null }).where('id', '=', id).execute()
  await sendRefund(site.deps, id)
  const { copy } = await restoreCopy()
  await copy.deps.db.updateTable('refunds').set({ send_after: null }).where('id', '=', id).execute()
  await copy.deps.db.updateTable('restored_copy').set({ live_at: site.deps.now() }).execute()
  await sendRefund(copy.deps, id)
  const made = []
  for await (const each of site.deps.cards.listRefunds({ paymentId: booking.stripeid ?? '' })) made.push(each)
  expect(made).toHaveLength(1)
})

test('what the provider took and gave back after the backup becomes rows or tasks, and no refund is sent twice', async () => {
  const buyer = await createBuyer(site)
  const [early, paidLater, unknown] = [nextDay(), nextDay(), nextDay()]
  const booking = await bookAndPay(site, buyer, 1, early)
  const page = await buyer.openCheckout(TOUR, 1, paidLater)
  // The old site asks for it, and is backed up before it is sent.
  await site.cards.tell('faults', { route: 'POST /v1/refunds', kind: '429', count: 100 })
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const row = await db.selectFrom('refunds').selectAll().orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  expect(row.state).toBe('requested')
  const { folder, restoreCopy } = await backedUp(site)
  await site.cards.tell('faults/clear')
  await sendRefund(site.deps, row.id)
  await site.cards.pay(page)
  await bookAndPay(site, buyer, 1, unknown)
  const { target, copy } = await restoreCopy()
  commandLineAt(target, folder)
  await runGoLive('--old-site-is-off')
  const there = await copy.deps.db
    .selectFrom('bookings')
    .innerJoin('tour_bookings', 'booking_id', 'id')
    .select(['departs_on', 'status'])
    .where('departs_on', 'in', [early, paidLater, unknown])
    .orderBy('departs_on')
    .execute()
  expect(there).toEqual([
    { departs_on: early, status: 'cancelled' },
    { departs_on: paidLater, status: 'confirmed' },
  ])
  const tasks = await copy.deps.db.selectFrom('tasks').select('kind').where('kind', '=', 'unknown_payment').execute()
  expect(tasks).toHaveLength(1)
  const refunds = []
  for await (const each of site.deps.cards.listRefunds({ paymentId: booking.stripeid ?? '' })) refunds.push(each)
  expect(refunds).toHaveLength(1)
})

test('what was cancelled or disputed after the backup becomes a task about the booking, and nothing is paid back twice', async () => {
  const [buyer, disputed] = [await createBuyer(site), await createBuyer(site)]
  const [cancelledDay, stormDay, disputedDay] = [nextDay(), nextDay(), nextDay()]
  const cancelled = await bookAndPay(site, buyer, 1, cancelledDay)
  const stormy = await bookAndPay(site, buyer, 1, stormDay)
  const { stripeid } = await bookAndPay(site, disputed, 1, disputedDay)
  const { folder, restoreCopy } = await backedUp(site)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: cancelled.id })
  const departure = departureId(TOUR, stormDay)
  const { json: seen } = await manager.get(pathOf(departureCalls.previewCancellation, { id: departure }))
  expect((await manager.post(pathOf(departureCalls.cancelDeparture, { id: departure }), { reason: 'A storm', seen })).status).toBe(202)
  await continueCancellations(site.deps, site.app.log)
  await reconcile(site.deps, site.app.log, 0)
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'opened' })
  await site.cards.tell('drain')
  const { target, copy } = await restoreCopy()
  commandLineAt(target, folder)
  await runGoLive('--old-site-is-off')
  const tasks = await copy.deps.db
    .selectFrom('tasks')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['starts_on', 'tasks.kind'])
    .where('starts_on', 'in', [cancelledDay, stormDay, disputedDay])
    .orderBy('starts_on')
    .execute()
  expect(tasks).toEqual([
    { starts_on: cancelledDay, kind: 'external_refund' },
    { starts_on: stormDay, kind: 'external_refund' },
    { starts_on: disputedDay, kind: 'dispute_opened' },
  ])
  for (const { stripeid: paymentId } of [cancelled, stormy]) {
    const refunds = []
    for await (const each of site.deps.cards.listRefunds({ paymentId: paymentId ?? '' })) refunds.push(each)
    expect(refunds).toHaveLength(1)
  }
})

/** Deletes an account as its owner does; the site notes it beside its backups. */
async function deleteAccount(email: string, store: string): Promise<void> {
  await db.updateTable('users').set({ deleted_at: site.deps.now(), name: 'Deleted account' }).where('email', '=', email).execute()
  await writeErasures(db, await openPlace(site.deps.config, store), new Set(), site.deps.now())
}

test('an account that was deleted after the backup is deleted again, also after the restore; staff are enabled by command', async () => {
  const [before, after] = [await createBuyer(site), await createBuyer(site)]
  const { store, folder, restoreCopy } = await backedUp(site)
  await deleteAccount(before.email, store)
  expect(await readdir(path.join(store, 'erasures'))).toHaveLength(1)
  const { target, said, copy } = await restoreCopy()
  const deletedAgain = 'Accounts deleted since the backup, now deleted again: 1.'
  expect(said.join('\n')).toContain(deletedAgain)
  const listThere = async () =>
    (await copy.deps.db.selectFrom('users').select('email').where('email', 'in', [before.email, after.email]).execute()).map(
      ({ email }) => email,
    )
  expect(await listThere()).toEqual([after.email])
  const { email } = manager
  const isDisabled = async () =>
    (await copy.deps.db.selectFrom('users').select('disabled_at').where('email', '=', email).executeTakeFirstOrThrow()).disabled_at !== null
  expect(await isDisabled()).toBe(true)
  await deleteAccount(after.email, store)
  commandLineAt(target, folder, { BACKUP_TO: store })
  await staff.run(['enable', email], () => undefined)
  expect(await isDisabled()).toBe(false)
  expect(await runGoLive()).not.toContain(deletedAgain)
  expect(await listThere()).toEqual([after.email])
  expect(await runGoLive('--old-site-is-off')).toContain(deletedAgain)
  expect(await listThere()).toEqual([])
})

test('while the list of accounts deleted since the backup cannot be read, nothing is restored and nothing goes live', async () => {
  const { store, folder, restoreCopy } = await backedUp(site)
  const { target, copy } = await restoreCopy()
  await rm(path.join(store, 'erasures'), { recursive: true, force: true })
  await writeFile(path.join(store, 'erasures'), 'no folder')
  const empty = await emptyDatabase()
  await expect(restoreInto(empty, folder, '--from', store)).rejects.toThrow(/^Nothing was changed\..+ accounts deleted since the backup/)
  const client = await openClient(empty, 'test')
  const { rows } = await client.query(`select to_regclass('users') as users`)
  await client.end()
  expect(rows).toEqual([{ users: null }])
  commandLineAt(target, folder, { BACKUP_TO: store })
  await expect(runGoLive('--old-site-is-off')).rejects.toThrow('Can’t read the list of accounts deleted since the backup')
  expect(await copy.deps.copy.isCopy()).toBe(true)
})
