import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { createBuyer, nextDay } from '../../../../../tests/support/buyers.ts'
import { tokenIn } from '../../../../../tests/support/email-changes.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { idOf, reservationBody } from '../../../../../tests/support/reservations.ts'

const site = await openPaymentSite()
const { db } = site.deps
const staff = await createStaff(site)

async function bookFor(customer: { name: string; email: string | null }) {
  const made = await staff.post(
    staffReservationCalls.makeReservation.path,
    reservationBody(site, customer, nextDay(), { phone: '07700 900555' }),
  )
  return (await staff.get(pathOf(deskBookingCalls.getStory, { id: made.json.bookingId }))).json.booking.customer as { id: string }
}

const actionsAbout = async (id: string) =>
  (await db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('id').execute()).map(({ action }) => action)

test('an email address added by staff gets a link with which its owner signs in and sees the booking', async () => {
  const { id } = await bookFor({ name: 'Percy Phone', email: null })
  const email = `${randomUUID()}@example.test`
  expect((await staff.post(pathOf(peopleCalls.sendCustomerLink, { id }))).json.code).toBe('no_email')
  expect((await staff.post(pathOf(peopleCalls.addEmail, { id }), { email })).status).toBe(200)
  expect((await staff.post(pathOf(peopleCalls.addEmail, { id }), { email: 'other@example.test' })).json.code).toBe('account_changed')
  const owner = site.visitor()
  const token = await tokenIn(site, 'customer-invitation', email)
  expect((await owner.post(accountCalls.resetPassword.path, { token, password: 'chosen by Percy' })).status).toBe(200)
  expect((await owner.post(accountCalls.logIn.path, { email, password: 'chosen by Percy' })).status).toBe(200)
  expect(await owner.bookings()).toHaveLength(1)
  expect((await staff.post(pathOf(peopleCalls.sendCustomerLink, { id }))).json.code).toBe('already_joined')
  expect(await actionsAbout(id)).toEqual(['account.created', 'customer.email_added', 'password.reset'])
})

test('an address that belongs to somebody else is not added', async () => {
  const { id } = await bookFor({ name: 'Percy Phone', email: null })
  const { email } = await createBuyer(site)
  expect((await staff.post(pathOf(peopleCalls.addEmail, { id }), { email })).json).toMatchObject({ statusCode: 409, code: 'email_taken' })
})

test('the link to the account can be sent again, within limits, and the previous one stops working', async () => {
  const email = `${randomUUID()}@example.test`
  const { id } = await bookFor({ name: 'Nora', email })
  const first = await tokenIn(site, 'customer-invitation', email)
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await staff.post(pathOf(peopleCalls.sendCustomerLink, { id }))).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await site.visitor().post(accountCalls.checkResetLink.path, { token: first })).status).toBe(410)
  const newest = await tokenIn(site, 'customer-invitation', email)
  expect((await site.visitor().post(accountCalls.checkResetLink.path, { token: newest })).json).toMatchObject({ email, isFirst: true })
})

test('staff correct the name that they saw, within the rules for names; its owner can change it back; staff cannot be renamed', async () => {
  const buyer = await createBuyer(site)
  const id = await idOf(site, buyer)
  const rename = async (name: string, seenName: string, who = id) =>
    staff.post(pathOf(peopleCalls.correctName, { id: who }), { name, seenName })
  expect((await rename('www.win.example', 'Test Buyer')).status).toBe(400)
  expect((await rename('Zoë Buyer', 'Someone')).json.code).toBe('account_changed')
  expect((await rename('Zoë Buyer', 'Test Buyer')).status).toBe(200)
  expect((await buyer.get(ownCalls.getAccount.path)).json.user.name).toBe('Zoë Buyer')
  expect((await buyer.put(ownCalls.getAccount.path, { name: 'Zoe Buyer' })).json.user.name).toBe('Zoe Buyer')
  expect(await actionsAbout(id)).toEqual(['customer.renamed'])
  const colleague = await createStaff(site)
  expect((await rename('Someone', 'Sam Staff', await idOf(site, colleague))).status).toBe(404)
})
