import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AuditAction } from '../../src/shared/audit/staff.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import { calls } from '../../src/shared/paths.ts'
import { operator } from '../../src/server/lib/actors.ts'
import { continueCancellations } from '../../src/server/features/cancellations/departure-endings.ts'
import { decideWrongPayment } from '../../src/server/features/fulfilment/quarantine/flows.ts'
import { retryRefund } from '../../src/server/features/refunds/replacement.ts'
import { bookAndPay, inDays, nextDay, TOUR } from './buyers.ts'
import type { Browser } from './browser.ts'
import { makeBatch, numberAccounts } from './export-batches.ts'
import { createStaff } from './movers.ts'
import { payOffline, reservationBody } from './reservations.ts'
import { bookedWithFailedRefund } from './task-troubles.ts'
import type { TestApp } from './test-app.ts'
import { unknownPayment } from './unknown-payment.ts'

/** Maps each file that writes audit entries to a function that makes it write all of them, and to their actions. */
export type Writers = Record<string, [() => Promise<unknown>, AuditAction[]]>

/** Must not appear in any entry. */
export const EMAIL = 'xanthippe.quill@wombat.example.test'
export const REASON = 'Xanthippe Quill of 12 Wombat Lane has asked for it'

export interface PaymentWriters {
  writers: Writers
  /** Books for a new customer as staff. */
  reserved: (overrides?: Record<string, unknown>) => Promise<string>
}

export function paymentWriters(site: TestApp, traveller: () => Promise<Browser>): PaymentWriters {
  const { db } = site.deps

  async function taskAbout(column: 'booking_id' | 'refund_id', id: string): Promise<string> {
    const task = await db.selectFrom('tasks').select('id').where(column, '=', id).where('closed_at', 'is', null).executeTakeFirstOrThrow()
    return task.id
  }

  async function failedRefund(): Promise<string> {
    const buyer = await traveller()
    const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000005126')
    await buyer.post(calls.createRefund, { bookingId: booking.id, reason: REASON })
    const refunds = db.selectFrom('refunds').innerJoin('payments', 'payments.id', 'payment_id').where('booking_id', '=', booking.id)
    const refund = await refunds.select(['refunds.id', 'provider_refund_id']).executeTakeFirstOrThrow()
    await site.cards.tell('settle', { refund: refund.provider_refund_id })
    await site.cards.tell('drain')
    return taskAbout('refund_id', refund.id)
  }

  async function wrongPayment(): Promise<string> {
    const buyer = await traveller()
    const session = await buyer.openCheckout(TOUR, 2, nextDay())
    await site.cards.tell('alter', { amount: 217_000 })
    await site.cards.pay(session)
    return taskAbout('booking_id', (await buyer.bookings())[0]?.id ?? '')
  }

  async function reserved(overrides: Record<string, unknown> = {}): Promise<string> {
    const customer = { name: 'Xanthippe Quill', email: `${randomUUID()}.${EMAIL}` }
    const body = reservationBody(site, customer, nextDay(), { travellers: ['Xanthippe Quill'], ...overrides })
    return (await (await createStaff(site)).post(calls.reservations, body)).json.bookingId
  }

  async function cancelDeparture(): Promise<void> {
    const day = nextDay()
    await bookAndPay(site, await traveller(), 1, day)
    const [admin, of] = [await createStaff(site, 'admin'), { id: departureId(TOUR, day) }]
    const { json: seen } = await admin.get(pathOf(departureCalls.previewCancellation, of))
    await admin.post(pathOf(departureCalls.cancelDeparture, of), { reason: REASON, seen })
  }

  const writers: Writers = {
    'cancellations/flows.ts': [
      async () => {
        const { id } = await bookAndPay(site, await traveller(), 1, nextDay())
        const manager = await createStaff(site, 'manager')
        const { json: seen } = await manager.get(calls.bookingMoney(id))
        await manager.post(calls.cancelBooking(id), { reason: REASON, seen })
      },
      ['booking.cancelled'],
    ],
    'cancellations/goodwill/flows.ts': [
      async () => {
        const { id } = await bookAndPay(site, await traveller(), 1, nextDay())
        const manager = await createStaff(site, 'manager')
        const { json: seen } = await manager.get(calls.bookingMoney(id))
        await manager.post(calls.refundBooking(id), { amountCents: 100, reason: REASON, seen })
      },
      ['booking.refunded'],
    ],
    'cancellations/decisions.ts': [
      async () => {
        for (const path of [calls.keepBooking, calls.withdrawBooking]) {
          const { id } = await bookAndPay(site, await traveller(), 1, nextDay(), '4000000000000259')
          await site.cards.tell('drain')
          await (await createStaff(site, 'admin')).post(path(await taskAbout('booking_id', id)))
        }
      },
      ['booking.kept', 'booking.withdrawn'],
    ],
    'reconciliation/books/taking-up.ts': [
      async () => {
        const { reference } = await bookAndPay(site, await traveller(), 1, nextDay())
        await (await createStaff(site, 'admin')).post(calls.takeUpPayment(await unknownPayment(site)), { reference })
        await (await createStaff(site, 'admin')).post(calls.disownPayment(await unknownPayment(site)), { reference: REASON })
      },
      ['payment.taken_up', 'payment.disowned'],
    ],
    'cancellations/departures.ts': [cancelDeparture, ['departure.cancelled']],
    'cancellations/departure-endings.ts': [
      async () => {
        await cancelDeparture()
        await continueCancellations(site.deps, site.app.log)
      },
      ['booking.cancelled'],
    ],
    'reservations/offline/flows.ts': [
      async () => payOffline(await createStaff(site, 'manager'), await reserved(), { reference: REASON }),
      ['payment.recorded'],
    ],
    'reservations/voids/flows.ts': [
      async () => {
        const [manager, id] = [await createStaff(site, 'manager'), await reserved()]
        await payOffline(manager, id, { reference: REASON })
        const { payments } = (await manager.get(calls.staffBooking(id))).json
        await manager.post(calls.voidPayment(payments[0].id), { reason: REASON })
      },
      ['payment.voided'],
    ],
    'refunds/pay-back.ts': [
      async () => {
        const [manager, id] = [await createStaff(site, 'manager'), await reserved()]
        await payOffline(manager, id)
        const { json: seen } = await manager.get(calls.bookingMoney(id))
        await manager.post(calls.cancelBooking(id), { reason: REASON, seen })
        await manager.post(calls.payBack(await taskAbout('booking_id', id)), { reference: REASON })
      },
      ['refund.paid_back'],
    ],
    'ledger/export/commands.ts': [
      async () => {
        const [manager, id] = [await createStaff(site, 'manager'), await reserved()]
        await payOffline(manager, id)
        await numberAccounts(manager)
        await makeBatch(manager)
      },
      ['export.numbered', 'export.batch_made'],
    ],
    'ledger/export/staff-routes.ts': [
      async () => {
        const [manager, id] = [await createStaff(site, 'manager'), await reserved()]
        await payOffline(manager, id)
        await numberAccounts(manager)
        const { number } = (await makeBatch(manager)).json
        expect((await manager.get(calls.exportBatchFile(String(number)))).status).toBe(200)
      },
      ['export.downloaded'],
    ],
    'ledger/staff-routes.ts': [
      async () => {
        const manager = await createStaff(site, 'manager')
        await manager.get(`${calls.staffJournalFile}?booking=${EMAIL}`)
        await manager.get(`${calls.staffRevenueFile}?from=2026-01&to=2026-02&search=${EMAIL}`)
      },
      ['journal.exported', 'revenue.exported'],
    ],
    'ledger/tills/commands.ts': [
      async () => {
        const [manager, day] = [await createStaff(site, 'manager'), inDays(site, -1)]
        await sql`select post_entry('received', gen_random_uuid(), 'received', ${day}::date, now(), false, array[
          row('cash', 100, 'usd', null, null, null), row('unallocated', -100, 'usd', null, null, null)]::posting_line[])`.execute(db)
        const [{ tills }] = (await manager.get(calls.staffTills)).json
        const { currency, ledgerCents } = tills[0]
        await manager.post(calls.staffTills, { day, currency, ledgerCents, countedCents: ledgerCents - 1, note: REASON })
      },
      ['till.closed'],
    ],
    'ledger/locks/commands.ts': [
      async () => {
        const [admin, day] = [await createStaff(site, 'admin'), inDays(site, -9)]
        await db.updateTable('ledger_progress').set({ replayed_at: new Date(), travelled_until: day }).execute()
        await admin.put(calls.staffLedgerLock, { until: day, seen: null })
        await admin.put(calls.staffLedgerLock, { until: null, seen: day, reason: REASON })
      },
      ['days.locked', 'days.unlocked'],
    ],
    'reservations/commands.ts': [reserved, ['booking.reserved']],
    'reservations/endings.ts': [
      async () => {
        const [staff, id] = [await createStaff(site), await reserved({ payBy: 'cash' })]
        await staff.post(calls.sendPaymentLink(id))
        await staff.post(calls.paymentSheet(id))
        await staff.post(calls.releaseReservation(id))
      },
      ['booking.link_sent', 'booking.link_shown', 'booking.released'],
    ],
    'fulfilment/quarantine/flows.ts': [
      async () => {
        await decideWrongPayment(site.deps, operator('admin_1'), await wrongPayment(), 'confirm')
        await decideWrongPayment(site.deps, operator('admin_1'), await wrongPayment(), 'refund')
      },
      ['payment.accepted', 'payment.returned'],
    ],
    'refunds/questions.ts': [
      async () => {
        const { booking } = await bookedWithFailedRefund(site, 'half')
        await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 109_000 })
        await site.cards.tell('drain')
        const asked = db.selectFrom('tasks').select('id').where('booking_id', '=', booking.id).where('kind', '=', 'external_refund')
        const { id } = await asked.executeTakeFirstOrThrow()
        expect((await (await createStaff(site, 'admin')).post(calls.sameRefund(id))).status).toBe(200)
      },
      ['refund.matched'],
    ],
    'refunds/settlement.ts': [
      async () => (await createStaff(site, 'admin')).post(calls.settleRefund(await failedRefund()), { reference: REASON }),
      ['refund.settled'],
    ],
    'refunds/replacement.ts': [async () => retryRefund(site.deps, operator('admin_1'), await failedRefund()), ['refund.retried']],
  }
  return { writers, reserved }
}
