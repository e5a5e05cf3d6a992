import { expect, test } from 'vitest'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import * as staffBookingCalls from '#shared/bookings/staff-calls.ts'
import { bookingStorySchema } from '#shared/bookings/staff.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { approvedQuote, createStaff } from '../../../../tests/support/movers.ts'
import { sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const [staff, admin] = [await createStaff(site), await createStaff(site, 'admin')]

test('a tour booking tells its whole story: money, emails, tasks and notes', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000005126')
  await buyer.post(pathOf(sheetCalls.saveTravellers, { id: booking.id }), { names: ['Ada'] })
  await staff.post(pathOf(staffBookingCalls.writeNote, { id: booking.id }), { body: 'Vegetarian' })
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, reason: 'Broke a leg' })
  const refunds = site.deps.db.selectFrom('refunds').innerJoin('payments', 'payments.id', 'payment_id').where('booking_id', '=', booking.id)
  const { provider_refund_id: refundId } = await refunds.select('provider_refund_id').executeTakeFirstOrThrow()
  await site.cards.tell('settle', { refund: refundId })
  await site.cards.tell('drain')
  const mails = site.deps.db.selectFrom('mails').where('booking_id', '=', booking.id)
  const { id: mailId } = await mails.select('id').where('template', '=', 'booking-confirmed').executeTakeFirstOrThrow()
  await sendFromOutbox(site, async () => undefined, mailId)
  const story = bookingStorySchema.parse((await staff.get(pathOf(deskBookingCalls.getStory, { id: booking.id }))).json)
  expect(story).toMatchObject({
    booking: {
      id: booking.id,
      status: 'cancelled',
      cancelReason: 'Broke a leg',
      travellers: ['Ada'],
      contact: null,
      openTasks: 1,
      customer: { email: buyer.email },
      confirmedAt: expect.any(String),
    },
    attempts: [{ status: 'complete', amount: '2180.00', currency: 'usd', sessionId: expect.stringMatching(/^cs_/) }],
    payments: [{ providerId: booking.stripeid, role: 'primary', amount: '2180.00', returned: '2180.00', disputes: [] }],
    refunds: [{ providerId: refundId, state: 'failed', cause: 'cancellation', amount: '2180.00', replaces: null }],
    decisions: [],
    tasks: [{ kind: 'refund_failed', closedAt: null }],
    notes: [{ body: 'Vegetarian', writtenBy: 'Sam Staff' }],
  })
  expect(story.refunds[0]?.paymentId).toBe(story.payments[0]?.id)
  expect(story.emails.map(({ template }) => template)).toEqual(['booking-confirmed', 'booking-cancelled'])
  // Before it is sent, an email may hold a link that works.
  expect(story.emails).toMatchObject([
    { subject: `Booking confirmed: Tokyo and Mount Fuji (${booking.reference})`, text: expect.stringContaining('Paid: $2,180.00') },
    { subject: expect.stringContaining('cancelled'), text: null },
  ])
})

test('of a vehicle booking it has the contact and each decision with its reason', async () => {
  const { id, mover } = await approvedQuote(site, { priceCents: 4_000_000, reason: 'A piano' })
  const { json } = await staff.get(pathOf(deskBookingCalls.getStory, { id }))
  expect(json).toMatchObject({
    booking: { kind: 'vehicle', status: 'approved', tourId: null, contact: { email: mover.email } },
    decisions: [{ decision: 'approved', amount: '40000.00', currency: 'inr', version: 1, reason: 'A piano' }],
  })
})

test('who has changed it is for those who may view the audit log', async () => {
  const { id } = await approvedQuote(site, { priceCents: 4_000_000, reason: 'A piano' })
  await staff.post(pathOf(staffBookingCalls.writeNote, { id }), { body: 'Third floor' })
  const { json } = await admin.get(pathOf(deskBookingCalls.listBookingAudit, { id }))
  expect(json.map(({ action }: { action: string }) => action)).toEqual(['note.written', 'quote.approved'])
  const people = [site.visitor(), await createBuyer(site), staff, await createStaff(site, 'manager'), admin]
  const statuses = async (url: string) => Promise.all(people.map(async (who) => (await who.get(url)).status))
  expect(await statuses(pathOf(deskBookingCalls.listBookingAudit, { id }))).toEqual([401, 403, 403, 200, 200])
  expect(await statuses(pathOf(deskBookingCalls.getStory, { id }))).toEqual([401, 403, 200, 200, 200])
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    expect([
      (await staff.get(pathOf(deskBookingCalls.getStory, { id: unknown }))).status,
      (await admin.get(pathOf(deskBookingCalls.listBookingAudit, { id: unknown }))).status,
    ]).toEqual([404, 404])
  }
})

test('it says what its reader can decide about its money, and no one decides about their own', async () => {
  const [buyer, manager, other] = [await createBuyer(site), await createStaff(site, 'manager'), await createStaff(site, 'manager')]
  const { id } = await bookAndPay(site, buyer, 2, nextDay())
  const decisions = async (who: Browser) => {
    const { actions, isForManager } = bookingStorySchema.parse((await who.get(pathOf(deskBookingCalls.getStory, { id }))).json)
    return { actions, isForManager }
  }
  expect(await decisions(manager)).toEqual({ actions: ['cancel', 'goodwill'], isForManager: false })
  expect(await decisions(staff)).toEqual({ actions: [], isForManager: true })
  const { db } = site.deps
  const owner = db.selectFrom('users').select('id').where('email', '=', manager.email)
  await db.updateTable('bookings').set({ user_id: owner }).where('id', '=', id).execute()
  expect([(await decisions(manager)).actions, (await decisions(other)).actions]).toEqual([[], ['cancel', 'goodwill']])
})
