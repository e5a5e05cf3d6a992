import { expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as staffBookingCalls from '#shared/bookings/staff-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { daysBefore } from '#shared/dates.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, mailsTo, nextDay } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const { db } = site.deps
const staff = await createStaff(site)

async function correct(id: string, email: string, seenEmail: string, who: Browser = staff, seenAsked: string | null = null) {
  return who.post(pathOf(staffBookingCalls.correctAddress, { id }), { email, seenEmail, seenAsked })
}

function newAddress(): string {
  return `new.${crypto.randomUUID()}@example.test`
}

/** Returns the token of the newest link sent to an address. */
async function tokenFor(email: string): Promise<string> {
  const mails = db.selectFrom('mails').select('data').where('recipient', '=', email).where('template', '=', 'contact-confirmation')
  const { data } = await mails.orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  return new URL((data as unknown as { confirmUrl: string }).confirmUrl.replace('/#', '')).searchParams.get('token') ?? ''
}

async function confirm(token: string) {
  return site.visitor().post(accountCalls.confirmEmail.path, { token })
}

test('a booking’s emails go to another address once it is confirmed; the old one is notified, and the account does not change', async () => {
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 1, nextDay())
  const email = newAddress()
  expect((await correct(id, email, buyer.email.toUpperCase())).status).toBe(200)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'contact-changing'])
  const old = await db
    .selectFrom('mails')
    .select('data')
    .where('recipient', '=', buyer.email)
    .where('template', '=', 'contact-changing')
    .executeTakeFirstOrThrow()
  expect(old.data).toMatchObject({ newAddress: 'n…@example.test' })
  const emailsTo = async () => (await staff.get(pathOf(deskBookingCalls.getStory, { id }))).json.booking.emailsTo
  expect(await emailsTo()).toEqual({ email: buyer.email, asked: email })
  const token = await tokenFor(email)
  for (const _ of [1, 2]) expect((await confirm(token)).status).toBe(200)
  expect(await emailsTo()).toEqual({ email, asked: null })
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })
  expect(await mailsTo(site, email)).toEqual(['contact-confirmation', 'booking-cancelled'])
  // The owner of that address can neither sign in nor choose a password.
  await site.visitor().post(accountCalls.forgotPassword.path, { email })
  expect((await site.visitor().post(accountCalls.resetPassword.path, { token, password: 'password1' })).json).toMatchObject({
    code: 'link_spent',
  })
  const account = await db.selectFrom('users').select(['email', 'email_confirmed_at']).where('email', '=', buyer.email).executeTakeFirst()
  expect(account).toMatchObject({ email: buyer.email, email_confirmed_at: expect.any(Date) })
  expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
})

test('nothing changes before the link is followed; it expires after seven days, and a newer link replaces it', async () => {
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 1, nextDay())
  const [typo, right] = [newAddress(), newAddress()]
  await correct(id, typo, buyer.email)
  await correct(id, typo, buyer.email)
  expect(await mailsTo(site, typo)).toEqual(['contact-confirmation'])
  expect((await correct(id, right, buyer.email, staff, typo)).status).toBe(200)
  expect((await confirm(await tokenFor(typo))).json).toMatchObject({ statusCode: 410, code: 'link_spent' })
  const asked = db.updateTable('booking_contacts').where('booking_id', '=', id)
  await asked.set({ asked_at: daysBefore(site.deps.now(), 8) }).execute()
  expect((await confirm(await tokenFor(right))).json).toMatchObject({ statusCode: 410, code: 'link_spent' })
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })
  expect((await mailsTo(site, buyer.email)).at(-1)).toBe('booking-cancelled')
})

test('a correction that saw an outdated address is refused with the current one; the account’s export has the requested one', async () => {
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 1, nextDay())
  const [first, second] = [newAddress(), newAddress()]
  await correct(id, first, buyer.email)
  await confirm(await tokenFor(first))
  const late = await correct(id, second, buyer.email)
  expect(late.json).toMatchObject({ statusCode: 409, code: 'contact_changed' })
  expect(late.json.message).toContain(`it’s now ${first}, at Sam Staff’s request`)
  expect(await mailsTo(site, second)).toEqual([])
  expect((await correct(id, second, first)).status).toBe(200)
  expect(await mailsTo(site, first)).toEqual(['contact-confirmation', 'contact-changing'])
  expect((await buyer.get(securityCalls.downloadOwnData.path)).text).toContain(second)
  const people = [site.visitor(), buyer, staff, await createStaff(site, 'manager')]
  const statuses: number[] = []
  for (const who of people) statuses.push((await correct(id, second, first, who, second)).status)
  expect(statuses).toEqual([401, 403, 200, 200])
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nonsense'])
    expect((await correct(unknown, second, first)).status).toBe(404)
})

test('of two concurrent corrections, the second is refused with the name and address of the first, whose link still works', async () => {
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 1, nextDay())
  const wanted = [newAddress(), newAddress()]
  const both = await Promise.all(wanted.map(async (email) => correct(id, email, buyer.email)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [kept = '', lost = ''] = both[0]?.status === 200 ? wanted : wanted.toReversed()
  expect(both.find(({ status }) => status === 409)?.json).toMatchObject({
    code: 'contact_changed',
    message: `Sam Staff has just requested a change to ${kept}. Please check again.`,
  })
  expect(await mailsTo(site, lost)).toEqual([])
  expect((await confirm(await tokenFor(kept))).status).toBe(200)
})
