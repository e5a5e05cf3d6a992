import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { continueCancellations } from '../../src/server/features/cancellations/departure-endings.ts'
import { decideWrongPayment } from '../../src/server/features/fulfilment/quarantine.ts'
import { retryRefund } from '../../src/server/features/refunds/refunds.ts'
import { operator } from '../../src/server/lib/actors.ts'
import type { AuditAction } from '../../src/shared/audit/staff.ts'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import * as staffCancellationCalls from '../../src/shared/cancellations/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as deskBookingCalls from '../../src/shared/desk/booking-calls.ts'
import * as ledgerCalls from '../../src/shared/ledger/staff-calls.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import { taskSteps } from '../../src/shared/tasks/step-calls.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import type { Browser } from './browser.ts'
import { bookAndPay, inDays, nextDay, TOUR } from './buyers.ts'
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
    await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, reason: REASON })
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
    return (await (await createStaff(site)).post(staffReservationCalls.makeReservation.path, body)).json.bookingId
  }

  async function cancelDeparture(): Promise<void> {
    const day = nextDay()
    await bookAndPay(site, await traveller(), 1, day)
    const [admin, of] = [await createStaff(site, 'admin'), { id: departureId(TOUR, day) }]
    const { json: seen } = await admin.get(pathOf(departureCalls.previewCancellation, of))
    await admin.post(pathOf(departureCalls.cancelDeparture, of), { reason: REASON, seen })
  }

  const writers: Writers = {
    'cancellations/cancellations.ts': [
      async () => {
        const { id } = await bookAndPay(site, await traveller(), 1, nextDay())
        const manager = await createStaff(site, 'manager')
        const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))
        await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id }), { reason: REASON, seen })
      },
      ['booking.cancelled'],
    ],
    'cancellations/goodwill.ts': [
      async () => {
        const { id } = await bookAndPay(site, await traveller(), 1, nextDay())
        const manager = await createStaff(site, 'manager')
        const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))
        await manager.post(pathOf(staffCancellationCalls.refundBooking, { id }), { amountCents: 100, reason: REASON, seen })
      },
      ['booking.refunded'],
    ],
    'cancellations/decisions.ts': [
      async () => {
        for (const step of [taskSteps.keep, taskSteps.withdraw]) {
          const { id } = await bookAndPay(site, await traveller(), 1, nextDay(), '4000000000000259')
          await site.cards.tell('drain')
          await (await createStaff(site, 'admin')).post(pathOf(step, { id: await taskAbout('booking_id', id) }))
        }
      },
      ['booking.kept', 'booking.withdrawn'],
    ],
    'reconciliation/unknown-payments.ts': [
      async () => {
        const { reference } = await bookAndPay(site, await traveller(), 1, nextDay())
        await (await createStaff(site, 'admin')).post(pathOf(taskSteps.takeUp, { id: await unknownPayment(site) }), { reference })
        await (await createStaff(site, 'admin')).post(pathOf(taskSteps.disown, { id: await unknownPayment(site) }), { reference: REASON })
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
    'reservations/offline-payments.ts': [
      async () => payOffline(await createStaff(site, 'manager'), await reserved(), { reference: REASON }),
      ['payment.recorded'],
    ],
    'reservations/voided-payments.ts': [
      async () => {
        const [manager, id] = [await createStaff(site, 'manager'), await reserved()]
        await payOffline(manager, id, { reference: REASON })
        const { payments } = (await manager.get(pathOf(deskBookingCalls.getStory, { id }))).json
        await manager.post(pathOf(staffReservationCalls.voidPayment, { id: payments[0].id }), { reason: REASON })
      },
      ['payment.voided'],
    ],
    'ledger/export-numbers.ts': [async () => numberAccounts(await createStaff(site, 'manager')), ['export.numbered']],
    'ledger/batches.ts': [
      async () => {
        const [manager, id] = [await createStaff(site, 'manager'), await reserved()]
        await payOffline(manager, id)
        await numberAccounts(manager)
        const { number } = (await makeBatch(manager)).json
        expect((await manager.get(pathOf(ledgerCalls.downloadBatch, { id: String(number) }))).status).toBe(200)
      },
      ['export.batch_made', 'export.downloaded'],
    ],
    'ledger/journal.ts': [
      async () => (await createStaff(site, 'manager')).get(`${ledgerCalls.downloadJournal.path}?booking=${EMAIL}`),
      ['journal.exported'],
    ],
    'ledger/revenue.ts': [
      async () => (await createStaff(site, 'manager')).get(`${ledgerCalls.downloadRevenue.path}?from=2026-01&to=2026-02&search=${EMAIL}`),
      ['revenue.exported'],
    ],
    'ledger/tills.ts': [
      async () => {
        const [manager, day] = [await createStaff(site, 'manager'), inDays(site, -1)]
        await sql`select post_entry('received', gen_random_uuid(), 'received', ${day}::date, now(), false, array[
          row('cash', 100, 'usd', null, null, null), row('unallocated', -100, 'usd', null, null, null)]::posting_line[])`.execute(db)
        const [{ tills }] = (await manager.get(ledgerCalls.listTills.path)).json
        const { currency, ledgerCents } = tills[0]
        await manager.post(ledgerCalls.closeTill.path, { day, currency, ledgerCents, countedCents: ledgerCents - 1, note: REASON })
      },
      ['till.closed'],
    ],
    'ledger/locks.ts': [
      async () => {
        const [admin, day] = [await createStaff(site, 'admin'), inDays(site, -9)]
        await db.updateTable('ledger_progress').set({ replayed_at: new Date(), travelled_until: day }).execute()
        await admin.put(ledgerCalls.changeLedgerLock.path, { until: day, seen: null })
        await admin.put(ledgerCalls.changeLedgerLock.path, { until: null, seen: day, reason: REASON })
      },
      ['days.locked', 'days.unlocked'],
    ],
    'reservations/reservations.ts': [reserved, ['booking.reserved']],
    'reservations/payment-links.ts': [
      async () => {
        const [staff, id] = [await createStaff(site), await reserved({ payBy: 'cash' })]
        await staff.post(pathOf(staffReservationCalls.sendPaymentLink, { id }))
        await staff.post(pathOf(staffReservationCalls.showPaymentLink, { id }))
      },
      ['booking.link_sent', 'booking.link_shown'],
    ],
    'reservations/endings.ts': [
      async () => {
        const [staff, id] = [await createStaff(site), await reserved({ payBy: 'cash' })]
        await staff.post(pathOf(staffReservationCalls.releaseReservation, { id }))
      },
      ['booking.released'],
    ],
    'fulfilment/quarantine.ts': [
      async () => {
        await decideWrongPayment(site.deps, operator('admin_1'), await wrongPayment(), 'confirm')
        await decideWrongPayment(site.deps, operator('admin_1'), await wrongPayment(), 'refund')
      },
      ['payment.accepted', 'payment.returned'],
    ],
    'refunds/refunds.ts': [
      async () => {
        const [manager, id] = [await createStaff(site, 'manager'), await reserved()]
        await payOffline(manager, id)
        const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))
        await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id }), { reason: REASON, seen })
        await manager.post(pathOf(taskSteps.payBack, { id: await taskAbout('booking_id', id) }), { reference: REASON })
        const { booking } = await bookedWithFailedRefund(site, 'half')
        await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 109_000 })
        await site.cards.tell('drain')
        const asked = db.selectFrom('tasks').select('id').where('booking_id', '=', booking.id).where('kind', '=', 'external_refund')
        const question = await asked.executeTakeFirstOrThrow()
        expect((await (await createStaff(site, 'admin')).post(pathOf(taskSteps.sameRefund, question))).status).toBe(200)
        await (await createStaff(site, 'admin')).post(pathOf(taskSteps.settle, { id: await failedRefund() }), { reference: REASON })
        await retryRefund(site.deps, operator('admin_1'), await failedRefund())
      },
      ['refund.paid_back', 'refund.matched', 'refund.settled', 'refund.retried'],
    ],
  }
  return { writers, reserved }
}
