import { expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { runEmailChanges, tokenIn } from '../../../../tests/support/email-changes.ts'
import { newestToken } from '../../../../tests/support/links.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { idOf, reservationBody } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite()
const { db } = site.deps
const staff = await createStaff(site)
const PASSWORD = 'password1'

const rowOf = async (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const logIn = async (email: string, password: string) => (await site.visitor().post(accountCalls.logIn.path, { email, password })).status
const clearings = async (id: string) =>
  (await db.selectFrom('audit_entries').select('id').where('subject_id', '=', id).where('action', '=', 'account.cleared').execute()).length

/** Signs a stranger up with somebody else's address, which stays unconfirmed. */
async function squat(): Promise<{ squatter: Browser; id: string; email: string }> {
  const squatter = await site.customer('Mallory')
  return { squatter, id: await idOf(site, squatter), email: squatter.email }
}

test.each(['by its address', 'by its account'])(
  'a stranger who signed up sees nothing of what staff book for the owner, found %s',
  async (how) => {
    const { squatter, id, email } = await squat()
    const customer = how === 'by its address' ? { name: 'Olive Owner', email: email.toUpperCase() } : { id }
    const day = nextDay()
    const made = await staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, customer, day))
    expect(made.status).toBe(201)
    expect((await staff.get(pathOf(deskBookingCalls.getStory, { id: made.json.bookingId }))).json.booking.customer.id).toBe(id)
    expect([(await squatter.get(ownCalls.getAccount.path)).status, await logIn(email, PASSWORD), await clearings(id)]).toEqual([
      401, 401, 1,
    ])
    const token = await tokenIn(site, 'customer-invitation', email)
    const owner = site.visitor()
    expect((await owner.post(accountCalls.resetPassword.path, { token, password: 'chosen by Olive' })).status).toBe(200)
    expect((await owner.post(accountCalls.logIn.path, { email, password: 'chosen by Olive' })).json.user.name).toBe(
      how === 'by its address' ? 'Olive Owner' : 'Mallory',
    )
    expect(await owner.bookings()).toMatchObject([{ id: made.json.bookingId, travelDate: day }])
    // Confirmed by now, so the account is theirs and stays unchanged.
    expect((await staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, { id }, nextDay()))).status).toBe(201)
    expect([await logIn(email, 'chosen by Olive'), await clearings(id)]).toEqual([200, 1])
  },
)

test('reading the email does not confirm a stranger’s password: the reader chooses their own, which clears the account', async () => {
  const { squatter, id, email } = await squat()
  const token = await newestToken(site, email, 'confirm')
  const owner = site.visitor()
  for (const reader of [owner, await createBuyer(site)]) {
    expect((await reader.post(accountCalls.confirmEmail.path, { token })).json).toMatchObject({
      statusCode: 409,
      code: 'sign_in_to_confirm',
    })
  }
  expect((await rowOf(id)).email_confirmed_at).toBeNull()
  expect((await owner.post(accountCalls.checkResetLink.path, { token })).json).toMatchObject({ email, isFirst: false })
  expect((await owner.post(accountCalls.resetPassword.path, { token, password: 'my own choice' })).status).toBe(200)
  expect([
    (await squatter.get(ownCalls.getAccount.path)).status,
    await logIn(email, PASSWORD),
    await logIn(email, 'my own choice'),
  ]).toEqual([401, 401, 200])
  expect(await rowOf(id)).toMatchObject({ name: 'Traveller', email_confirmed_at: expect.any(Date) })
  expect((await owner.post(accountCalls.resetPassword.path, { token, password: 'once more' })).status, 'once confirmed it sets none').toBe(
    410,
  )
})

test('an unconfirmed sign-up does not keep the address from somebody who can read its email', async () => {
  const { squatter, id, email } = await squat()
  await bookAndPay(site, squatter, 1, nextDay())
  const person = await site.customer('Olive')
  expect((await person.post(securityCalls.changeEmail.path, { email, password: PASSWORD })).status).toBe(200)
  await runEmailChanges(site)
  expect((await rowOf(id)).email, 'nothing before the link is followed').toBe(email)
  const token = await tokenIn(site, 'email-change', email)
  expect((await person.post(accountCalls.confirmEmail.path, { token })).status).toBe(200)
  expect((await person.get(ownCalls.getAccount.path)).json).toMatchObject({ isEmailConfirmed: true, user: { email } })
  expect([(await squatter.get(ownCalls.getAccount.path)).status, await logIn(email, PASSWORD)]).toEqual([401, 200])
  expect((await rowOf(id)).email).toMatch(/@no-email\.invalid$/)
  expect(await person.bookings(), 'what the stranger has booked stays theirs').toEqual([])
})

test('the address of a confirmed account, or of one created by staff, is taken', async () => {
  const known = await createBuyer(site)
  const made = { name: 'Nora', email: 'nora.made@example.test' }
  await staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, made, nextDay()))
  const person = await site.customer()
  for (const email of [known.email, made.email]) {
    await person.post(securityCalls.changeEmail.path, { email, password: PASSWORD })
    await runEmailChanges(site)
    expect(
      await db.selectFrom('mails').select('id').where('recipient', '=', email).where('template', '=', 'email-change').execute(),
    ).toEqual([])
    const again = await staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, { name: 'Again', email }, nextDay()))
    expect(again.json.code).toBe('email_taken')
  }
})
