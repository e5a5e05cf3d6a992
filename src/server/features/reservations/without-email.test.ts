import { expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import * as staffBookingCalls from '#shared/bookings/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as mailCalls from '#shared/mails/staff-calls.ts'
import { getPaidPage } from '#shared/payments/calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { NO_WAY_TO_REACH } from '#shared/reservations/staff.ts'
import { createBuyer, inDays, nextDay } from '../../../../tests/support/buyers.ts'
import { clickLink, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payLinks, payOffline, reservationBody, reserve } from '../../../../tests/support/reservations.ts'
import { endDueReservations } from './endings.ts'

const site = await openPaymentSite()
const { db } = site.deps
const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]
let numbers = 0

/** Has staff book for someone who has only a telephone. */
async function bookByPhone(overrides: Record<string, unknown> = {}) {
  const phone = `07700 90${String((numbers += 1)).padStart(4, '0')}`
  const body = reservationBody(site, { name: 'Percy Phone', email: null }, nextDay(), { phone, ...overrides })
  const { status, json, text } = await staff.post(staffReservationCalls.makeReservation.path, body)
  if (status !== 201) throw new Error(text)
  return { id: json.bookingId as string, phone }
}

const storyOf = async (id: string) => (await staff.get(pathOf(deskBookingCalls.getStory, { id }))).json
const mailsOf = async (id: string) =>
  db.selectFrom('mails').select(['template', 'failure', 'failed_at', 'data']).where('booking_id', '=', id).orderBy('created_at').execute()

test('with name and phone alone a tour is booked: no email is queued, the story says so, and the link is shown instead', async () => {
  const { id } = await bookByPhone()
  const { booking, emails } = await storyOf(id)
  expect(booking).toMatchObject({
    customer: { name: 'Percy Phone', email: null },
    emailsTo: { email: null },
    phone: { text: /^\+44 7700/ },
  })
  expect(emails).toMatchObject([{ template: 'reservation', recipient: null, sentAt: null }])
  expect(await mailsOf(id)).toMatchObject([{ failure: 'no_address', failed_at: expect.any(Date), data: { payUrl: '' } }])
  const { url } = (await staff.post(pathOf(staffReservationCalls.showPaymentLink, { id }))).json
  const opened = await site.visitor().get(new URL(url).pathname)
  expect([opened.status, opened.headers['location']]).toEqual([303, expect.stringMatching(/card-sandbox|127\.0\.0\.1|localhost/)])
  const again = await staff.post(pathOf(staffReservationCalls.sendPaymentLink, { id }))
  expect(again.json).toMatchObject({ statusCode: 409, code: 'no_email' })
  const actions = async () => {
    const entries = db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('id')
    return (await entries.execute()).map(({ action }) => action)
  }
  // The site shows the link by itself right after booking.
  expect(await actions()).toEqual(['booking.reserved'])
  site.advance(61_000)
  await staff.post(pathOf(staffReservationCalls.showPaymentLink, { id }))
  expect(await actions()).toEqual(['booking.reserved', 'booking.link_shown'])
})

test('no one can sign in to such an account, nor ask for a link; two of the same name are two people', async () => {
  const [one, two] = [await bookByPhone(), await bookByPhone()]
  const owners = await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['email', 'users.id'])
    .where('bookings.id', 'in', [one.id, two.id])
    .execute()
  expect(new Set(owners.map(({ id }) => id)).size).toBe(2)
  for (const { email } of owners) {
    expect((await site.visitor().post(accountCalls.logIn.path, { email, password: '' })).status).toBe(400)
    expect((await site.visitor().post(accountCalls.forgotPassword.path, { email })).status).toBe(400)
    expect((await site.visitor().post(accountCalls.signUp.path, { name: 'Mallory', email, password: 'password1' })).status).toBe(400)
  }
})

test('who pays by a link that was shown is promised no email', async () => {
  const { id } = await bookByPhone()
  const { url } = (await staff.post(pathOf(staffReservationCalls.showPaymentLink, { id }))).json
  const session = await clickLink(site.visitor(), new URL(url).pathname)
  await site.cards.pay(session)
  const attempt = db.selectFrom('payment_attempts').select('paid_token').where('session_id', '=', session)
  const token = (await attempt.executeTakeFirstOrThrow()).paid_token ?? ''
  expect((await site.visitor().get(pathOf(getPaidPage, { token }))).json).toMatchObject({ outcome: 'paid', isEmailed: false })
  const known = await reserve(site, staff, nextDay())
  await clickLink(site.visitor(), (await payLinks(site, known.bookingId)).at(-1) ?? '')
  const other = db.selectFrom('payment_attempts').select('paid_token').where('booking_id', '=', known.bookingId)
  expect(
    (await site.visitor().get(pathOf(getPaidPage, { token: (await other.executeTakeFirstOrThrow()).paid_token ?? '' }))).json.isEmailed,
  ).toBe(true)
})

test('an email that was never sent can’t be sent by hand without an address; with one the link goes out straight away, though it was just shown', async () => {
  const { id } = await bookByPhone()
  const mail = await db.selectFrom('mails').select('id').where('booking_id', '=', id).executeTakeFirstOrThrow()
  const manual = await staff.post(pathOf(staffBookingCalls.correctAddress, { id }), {
    email: 'a@example.test',
    seenEmail: 'b@example.test',
    seenAsked: null,
  })
  expect(manual.json.code).toBe('no_email')
  expect((await manager.post(pathOf(mailCalls.resendMail, { id: mail.id }))).json.code).toBe('no_email')
  await staff.post(pathOf(staffReservationCalls.showPaymentLink, { id }))
  const email = `percy.${id}@example.test`
  await staff.post(pathOf(peopleCalls.addEmail, { id: (await storyOf(id)).booking.customer.id }), { email })
  expect((await staff.post(pathOf(staffReservationCalls.sendPaymentLink, { id }))).status).toBe(200)
  const sent = db.selectFrom('mails').select('template').where('recipient', '=', email).where('booking_id', '=', id)
  expect(await sent.execute()).toEqual([{ template: 'reservation' }])
})

test('without any way to reach them no one is booked for; an email address alone is enough', async () => {
  const { status, json } = await staff.post(
    staffReservationCalls.makeReservation.path,
    reservationBody(site, { name: 'Nobody', email: null }, nextDay()),
  )
  expect([status, json.issues]).toEqual([400, [{ path: 'phone', message: NO_WAY_TO_REACH }]])
  const known = await reserve(site, staff, nextDay())
  expect((await storyOf(known.bookingId)).booking.customer.email).toBe(known.customer.email)
})

test('only those who may book see a payment link', async () => {
  const { id } = await bookByPhone()
  expect((await site.visitor().post(pathOf(staffReservationCalls.showPaymentLink, { id }))).status).toBe(401)
  expect((await (await createBuyer(site)).post(pathOf(staffReservationCalls.showPaymentLink, { id }))).status).toBe(403)
  await payOffline(manager, id)
  expect((await staff.post(pathOf(staffReservationCalls.showPaymentLink, { id }))).json).toMatchObject({
    statusCode: 409,
    code: 'not_payable',
  })
})

test('what would be emailed later is kept with the booking, and no task is opened for it', async () => {
  const { id } = await bookByPhone({ payBy: 'transfer' })
  await payOffline(manager, id)
  expect((await mailsOf(id)).map(({ template }) => template)).toEqual(['reservation', 'booking-confirmed'])
  const released = await bookByPhone()
  expect((await staff.post(pathOf(staffReservationCalls.releaseReservation, { id: released.id }))).status).toBe(200)
  const due = await bookByPhone({ dueOn: inDays(site, 0) })
  site.advance(2 * 24 * 60 * 60 * 1000)
  await endDueReservations(site.deps)
  for (const each of [released, due]) {
    expect((await mailsOf(each.id)).map(({ template, failure }) => [template, failure])).toContainEqual(['reservation-ended', 'no_address'])
  }
  expect(await db.selectFrom('tasks').select('id').where('kind', '=', 'mail_failed').execute()).toEqual([])
  expect((await manager.get(`${mailCalls.listMails.path}?state=failed`)).json).toEqual([])
})
