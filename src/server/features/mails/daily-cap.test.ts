import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { sendLink } from '#server/features/accounts/links.ts'
import type { Deps } from '#server/lib/deps.ts'
import { forgetMailCounts } from '#server/lib/mail-outbox.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay, passTime } from '../../../../tests/support/buyers.ts'
import { bookBody, createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const CAP = 3
const DAY_SECONDS = 24 * 60 * 60
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ MAILS_PER_ADDRESS: String(CAP) })
})
afterAll(async () => site.close())

async function countOf(recipient: string, template: string): Promise<number> {
  const mails = site.deps.db.selectFrom('mails').select('id').where('recipient', '=', recipient).where('template', '=', template)
  return (await mails.execute()).length
}

function listening() {
  const lines: unknown[] = []
  const log = Object.assign(Object.create(site.deps.log), { warn: (...line: unknown[]) => void lines.push(line) })
  return { deps: { ...site.deps, log } satisfies Deps, lines }
}

async function askForLinks(deps: Deps, email: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) await sendLink(deps, { requestId: randomUUID(), purpose: 'reset', email })
}

async function askForQuotes(mover: Browser, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let asked = 0; asked < count; asked++) {
    const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody({ notes: `Request ${asked}` }))
    expect(answer.status).toBe(201)
    ids.push(answer.json.booking.id)
  }
  return ids
}

test('one address gets a limited number of links a day, however it is written; the excess is logged once, without the address', async () => {
  const person = await createBuyer(site)
  const { deps, lines } = listening()
  await askForLinks(deps, person.email, CAP + 1)
  await askForLinks(deps, person.email.toUpperCase(), CAP)
  expect(await countOf(person.email, 'password-reset')).toBe(CAP)
  expect(lines).toEqual([[{ template: 'password-reset', cap: CAP }, 'daily email limit reached for an address']])
  const other = await createBuyer(site)
  await askForLinks(deps, other.email, 1)
  expect(await countOf(other.email, 'password-reset'), 'another address').toBe(1)
  await passTime(site, DAY_SECONDS)
  await askForLinks({ ...deps, now: site.deps.now }, person.email, 1)
  expect(await countOf(person.email, 'password-reset'), 'the next day').toBe(CAP + 1)
})

test('links requested by others do not use up those of the owner’s known device', async () => {
  const person = await createBuyer(site)
  await askForLinks(site.deps, person.email, CAP + 1)
  await sendLink(site.deps, { requestId: randomUUID(), purpose: 'reset', email: person.email, isOwners: true })
  expect(await countOf(person.email, 'password-reset')).toBe(CAP + 1)
})

test('twenty simultaneous requests do not exceed the limit', async () => {
  const person = await createBuyer(site)
  await Promise.all(Array.from({ length: 20 }, async () => askForLinks(site.deps, person.email, 1)))
  expect(await countOf(person.email, 'password-reset')).toBe(CAP)
})

test('a flood of quote requests is capped, and holds up neither links nor staff decisions', async () => {
  const mover = await createBuyer(site)
  const ids = await askForQuotes(mover, CAP + 3)
  expect(await countOf(mover.email, 'quote-received')).toBe(CAP)
  await askForLinks(site.deps, mover.email, 1)
  expect(await countOf(mover.email, 'password-reset')).toBe(1)
  const staff = await createStaff(site, 'admin')
  for (const id of ids) expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { price: undefined })).status).toBe(200)
  expect(await countOf(mover.email, 'quote-approved')).toBe(CAP + 3)
})

test('emails about payments, bookings and refunds are never capped', async () => {
  const person = await createBuyer(site)
  await askForQuotes(person, CAP + 1)
  await askForLinks(site.deps, person.email, CAP + 1)
  for (let count = 0; count < CAP + 1; count++) {
    const booking = await bookAndPay(site, person, 1, nextDay())
    await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, stripeId: booking.stripeid, reason: '' })
  }
  expect(await countOf(person.email, 'booking-confirmed')).toBe(CAP + 1)
  expect(await countOf(person.email, 'booking-cancelled')).toBe(CAP + 1)
})

test('repeatedly signing up and deleting the account does not flood the typed address', async () => {
  for (let round = 0; round < CAP + 2; round++) {
    const person = site.visitor()
    await person.signUpAndLogIn('Ada', 'victim@example.test')
    await sendLink(site.deps, { requestId: randomUUID(), purpose: 'confirm', email: person.email })
    expect(await countOf(person.email, 'email-confirmation')).toBe(round < CAP ? 1 : 0)
    expect((await person.post(securityCalls.deleteAccount.path, { password: 'password1' })).status).toBe(200)
  }
  for (const { address_hash } of await site.deps.db.selectFrom('mail_counts').select('address_hash').execute())
    expect(address_hash).not.toContain('@')
})

test('an owner with a confirmed address is told of each new password', async () => {
  const person = site.visitor()
  await person.signUpAndLogIn('Ada', 'owner@example.test', 'password0')
  const change = async (from: number) =>
    person.post(securityCalls.changePassword.path, { currentPassword: `password${from}`, newPassword: `password${from + 1}` })
  for (let count = 0; count < CAP + 1; count++) expect((await change(count)).status).toBe(200)
  expect(await countOf(person.email, 'password-changed'), 'unconfirmed').toBe(CAP)
  await site.deps.db.updateTable('users').set({ email_confirmed_at: site.deps.now() }).where('email', '=', person.email).execute()
  await change(CAP + 1)
  expect(await countOf(person.email, 'password-changed'), 'confirmed').toBe(CAP + 1)
})

test('the counts are deleted after a day', async () => {
  const person = await createBuyer(site)
  await askForLinks(site.deps, person.email, 1)
  await passTime(site, 2 * DAY_SECONDS)
  await forgetMailCounts(site.deps.db, site.deps.now())
  expect(await site.deps.db.selectFrom('mail_counts').selectAll().execute()).toEqual([])
})
