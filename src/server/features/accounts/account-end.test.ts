import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { tidyMails } from '#server/features/mails/jobs.ts'
import { Browser, type SiteResponse } from '../../../../tests/support/browser.ts'
import { bookAndPay, inDays, moveTravel, nextDay, passTime, TOUR } from '../../../../tests/support/buyers.ts'
import { bookBody, clickLink, CONTACT, createStaff, draftOf, linkOf, statusOf } from '../../../../tests/support/movers.ts'
import { sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let picture: Buffer

beforeAll(async () => {
  site = await createTestApp({ SIGN_UPS_PER_ADDRESS: '10000' })
  picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#1f6f5f' } })
    .png()
    .toBuffer()
})
afterAll(async () => site.close())

const end = async (person: Browser, password = 'password1'): Promise<SiteResponse> =>
  person.post(securityCalls.deleteAccount.path, { password })

const uniqueName = () => `Zelda ${randomUUID().slice(0, 8)}`

async function idOf(person: Browser): Promise<string> {
  return (await person.get(ownCalls.getAccount.path)).json.user.id
}

async function uploadedFiles(): Promise<string[]> {
  const lists = ['avatars', 'uploads'].map(async (name) => {
    const entries = await readdir(path.join(site.deps.config.DATA_DIR, name), { recursive: true, withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  })
  return (await Promise.all(lists)).flat()
}

async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await sql<{ table_name: string }>`select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(site.deps.db)
  const texts = tables.map(async ({ table_name }) => {
    const { rows } = await sql<{ text: string | null }>`select string_agg(t::text, ' ') as text from ${sql.table(table_name)} t`.execute(
      site.deps.db,
    )
    return rows[0]?.text ?? ''
  })
  return (await Promise.all(texts)).join('\n')
}

test('an account with nothing in its way is deleted at once: nobody can sign in, and its tokens give no access to it', async () => {
  const person = await site.customer()
  expect((await end(person)).json).toEqual({ message: 'Account deleted' })
  expect(person.cookies.size, 'signed out here').toBe(0)
  expect((await site.visitor().post(accountCalls.logIn.path, { email: person.email, password: 'password1' })).status).toBe(401)
})

test('another device’s access token stops working at once, and cannot book (ASVS 7.4.2)', async () => {
  const person = await site.customer()
  const other = site.visitor()
  await other.post(accountCalls.logIn.path, { email: person.email, password: 'password1' })
  await end(person)
  for (const url of [ownCalls.getAccount.path, securityCalls.listSessions.path, securityCalls.downloadOwnData.path])
    expect((await other.get(url)).status).toBe(401)
  expect((await other.checkout(TOUR, 1, nextDay())).status).toBe(401)
  expect((await other.post(vehicleCalls.requestQuote.path, bookBody())).status).toBe(401)
  expect((await other.post(accountCalls.refreshToken.path)).status).toBe(401)
})

test('the address is free again: a new sign-up with it gets an empty account, and an old link opens nothing', async () => {
  const person = await site.customer('First')
  const oldId = await idOf(person)
  await end(person)
  const again = site.visitor()
  await again.signUpAndLogIn('Second', person.email.toUpperCase(), 'another password')
  const { user } = (await again.get(ownCalls.getAccount.path)).json
  expect(user).toMatchObject({ name: 'Second', profileImage: null })
  expect(user.id).not.toBe(oldId)
  expect(await again.bookings()).toEqual([])
  expect((await end(again, 'another password')).status, 'and can be deleted again').toBe(200)
})

test('a wrong password deletes nothing', async () => {
  const person = await site.customer()
  const answer = await end(person, 'wrong')
  expect(answer.json).toMatchObject({ statusCode: 400, code: 'wrong_password', issues: [{ path: 'password' }] })
  expect((await person.get(ownCalls.getAccount.path)).status).toBe(200)
})

test('of five deletions at once, one does the work and emails one farewell, which is deleted once sent', async () => {
  const person = await site.customer()
  const { db } = site.deps
  const statuses = (await Promise.all(Array.from({ length: 5 }, async () => end(person)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const mails = await db.selectFrom('mails').selectAll().where('recipient', '=', person.email).execute()
  expect(mails.map(({ template }) => template)).toEqual(['account-deleted'])
  await sendFromOutbox(site, async () => undefined, mails[0]?.id ?? '')
  await passTime(site, 2 * 24 * 60 * 60)
  await tidyMails(site.deps)
  expect(await db.selectFrom('mails').select('id').where('recipient', '=', person.email).execute()).toEqual([])
})

test('a farewell that the mail server refuses is deleted too', async () => {
  const person = await site.customer()
  const { db } = site.deps
  expect((await end(person)).status).toBe(200)
  const mails = db.selectFrom('mails').select('id').where('recipient', '=', person.email)
  const { id } = await mails.executeTakeFirstOrThrow()
  const refuse = async () => Promise.reject(Object.assign(new Error(), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }))
  await sendFromOutbox(site, refuse, id)
  await passTime(site, 2 * 24 * 60 * 60)
  await tidyMails(site.deps)
  expect(await mails.execute()).toEqual([])
})

/** Returns the status of the refusal. */
async function refreshUntilRefused(device: Browser): Promise<number> {
  for (;;) {
    const { status } = await device.post(accountCalls.refreshToken.path)
    if (status !== 200) return status
  }
}

test('simultaneous refreshes on other devices neither fail nor outlive the account', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await site.customer()
    const others = Array.from({ length: 6 }, () => site.visitor())
    for (const other of others) await other.post(accountCalls.logIn.path, { email: person.email, password: 'password1' })
    const refusals = Promise.all(others.map(refreshUntilRefused))
    expect((await end(person)).status).toBe(200)
    expect(await refusals).toEqual(others.map(() => 401))
    for (const other of others) expect((await other.get(ownCalls.getAccount.path)).status).toBe(401)
  }
})

test('nothing in the database or the files names the person afterwards, and the books still add up (ASVS 14.2.4)', async () => {
  const name = uniqueName()
  const word = name.split(' ')[1] ?? ''
  const person = new Browser(site.app, site.origin)
  await person.signUpAndLogIn(name, `${word}@example.test`)
  const id = await idOf(person)
  const { db } = site.deps

  const day = inDays(site, 60)
  const tour = await bookAndPay(site, person, 2, day)
  await person.post(pathOf(sheetCalls.saveTravellers, { id: tour.id }), { names: [name, `Bob ${word}`] })
  await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: tour.id, stripeId: tour.stripeid, reason: `${word} is ill` })
  await site.cards.tell('drain')
  await db
    .insertInto('reviews')
    .values({ id: randomUUID(), tour_id: TOUR, user_id: id, author_name: name, rating: 5, body: 'Lovely', travelled_on: '2026-01-01' })
    .execute()
  const contact = { ...CONTACT, name, email: `moving-${word}@example.test` }
  await person.upload(vehicleCalls.uploadPhoto.path, { name: `${word}.png`, type: 'image/png', bytes: picture }, { itemId: 'item-1' })
  await person.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ contact }) })
  const items = [{ name: `${word}'s sofa`, dimensions: '1x1x1 cm', photos: [`${word}.png`] }]
  const itemDetails = { items, floorCount: 3, helpers: 2 }
  const asked = await person.post(vehicleCalls.requestQuote.path, bookBody({ pickupLocation: `1 ${word} Street`, itemDetails }))
  await person.put(vehicleCalls.saveDraft.path, { version: 1, draft: draftOf({ contact }) })
  const photo = await person.upload(
    vehicleCalls.uploadPhoto.path,
    { name: `${word}2.png`, type: 'image/png', bytes: picture },
    { itemId: 'item-1' },
  )
  const avatar = await person.upload(ownCalls.uploadOwnPhoto.path, { name: 'me.png', type: 'image/png', bytes: picture })
  await person.post(accountCalls.forgotPassword.path, { email: person.email })
  expect([asked.status, photo.status, avatar.status]).toEqual([201, 201, 200])
  expect(await wholeDatabase()).toContain(word)
  expect((await uploadedFiles()).length).toBeGreaterThanOrEqual(2)
  const before = await site.deps.db.selectFrom('payments').selectAll().where('booking_id', '=', tour.id).execute()

  expect((await end(person)).json).toEqual({ message: 'Account deleted' })
  await db.deleteFrom('mails').where('template', '=', 'account-deleted').execute()
  await db.deleteFrom('rate_limits').execute()
  expect(await wholeDatabase()).not.toContain(word)
  expect(await uploadedFiles()).toEqual([])
  expect(await db.selectFrom('payments').selectAll().where('booking_id', '=', tour.id).execute()).toEqual(before)
  expect(await statusOf(site, asked.json.booking.id)).toBe('withdrawn')
  const review = await db.selectFrom('reviews').select(['author_name', 'rating']).where('body', '=', 'Lovely').executeTakeFirstOrThrow()
  expect(review).toEqual({ author_name: 'A traveller', rating: 5 })
  const kept = await db.selectFrom('vehicle_bookings').selectAll().where('booking_id', '=', asked.json.booking.id).executeTakeFirstOrThrow()
  expect(kept).toMatchObject({
    contact_email: null,
    pickup_location: 'Removed',
    pickup_pincode: 'EC1A',
    item_details: { items: [], floorCount: 3, helpers: 2 },
  })
})

test('an upcoming booking prevents deletion, and the message says which one and what to do', async () => {
  const person = await site.customer()
  const booking = await bookAndPay(site, person, 1, nextDay())
  const refused = await end(person)
  expect(refused.json).toMatchObject({ statusCode: 409, code: 'account_in_use' })
  expect(refused.json.message).toContain(booking.reference)
  expect(refused.json.message).toContain('cancel it in My Bookings')
  expect((await person.get(ownCalls.getAccount.path)).status).toBe(200)
  await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, stripeId: booking.stripeid, reason: '' })
  await site.cards.tell('drain')
  expect((await end(person)).status).toBe(200)
})

test('a disputed payment, even of a trip that is over, prevents deletion until it is settled: names and dates are the evidence', async () => {
  const person = await site.customer()
  const booking = await bookAndPay(site, person, 1, nextDay(), '4000000000000259')
  await Promise.all([site.cards.tell('drain'), moveTravel(site, booking.id, inDays(site, -3))])
  expect((await end(person)).json).toMatchObject({
    code: 'account_in_use',
    message: expect.stringContaining(`${booking.reference} is disputed`),
  })
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'won' })
  await site.cards.tell('drain')
  expect((await end(person)).status).toBe(200)
})

test('a payment in progress prevents deletion until it is made, released or expired', async () => {
  const person = await site.customer()
  await person.openCheckout(TOUR, 1, nextDay())
  const refused = await end(person)
  expect(refused.json).toMatchObject({ statusCode: 409, code: 'account_in_use', message: expect.stringContaining('still open') })
  const [booking] = await person.bookings()
  expect((await person.post(pathOf(releaseSeats, { id: booking?.id ?? '' }))).status).toBe(200)
  expect((await end(person)).status).toBe(200)
})

test('a refund on its way prevents deletion until the provider says that it has arrived', async () => {
  const person = await site.customer()
  const booking = await bookAndPay(site, person, 1, nextDay())
  await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, stripeId: booking.stripeid, reason: '' })
  // The provider's events would interfere.
  await site.cards.tell('drain')
  await site.deps.db.updateTable('refunds').set({ state: 'pending' }).execute()
  expect((await end(person)).json.message).toContain('is still on its way')
  await site.deps.db.updateTable('refunds').set({ state: 'succeeded' }).execute()
  expect((await end(person)).status).toBe(200)
})

test('a past journey does not prevent deletion; an approved quote ends with the account, and its link opens nothing', async () => {
  const person = await site.customer()
  const past = await bookAndPay(site, person, 1, inDays(site, 30))
  const asked = await person.post(vehicleCalls.requestQuote.path, bookBody())
  const staff = await createStaff(site)
  const { id } = asked.json.booking
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }))).status).toBe(200)
  const link = await linkOf(site, id)
  await site.deps.db
    .updateTable('bookings')
    .set({ starts_on: inDays(site, -1) })
    .where('id', '=', past.id)
    .execute()
  expect((await end(person)).status).toBe(200)
  expect([await statusOf(site, past.id), await statusOf(site, id)]).toEqual(['confirmed', 'withdrawn'])
  await expect(clickLink(site.visitor(), link)).rejects.toThrow('404')
})

test('the last administrator cannot leave, of two who leave at once one stays, and demo accounts cannot be deleted', async () => {
  const own = await createTestApp({ DEMO: '0' })
  try {
    await own.deps.db.updateTable('users').set({ role: 'customer' }).execute()
    const admins = [await own.customer(), await own.customer()]
    for (const { email } of admins) await own.deps.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
    const statuses = (await Promise.all(admins.map(async (admin) => end(admin)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
  } finally {
    await own.close()
  }
  const demo = site.visitor()
  await demo.post(accountCalls.logIn.path, { email: 'user@example.com', password: 'user1234' })
  expect((await end(demo, 'user1234')).json).toMatchObject({ code: 'account_in_use', message: expect.stringContaining('demo') })
})

test('the export is a file with all of one’s own data and none of anybody else’s (ASVS 5.4.1)', async () => {
  const name = uniqueName()
  const person = new Browser(site.app, site.origin)
  await person.signUpAndLogIn(name, `export-${randomUUID()}@example.test`)
  const other = await site.customer('Somebody Else')
  await bookAndPay(site, other, 1, nextDay())
  const booking = await bookAndPay(site, person, 2, nextDay())
  await person.post(pathOf(sheetCalls.saveTravellers, { id: booking.id }), { names: ['Bob Traveller'] })
  await person.post(vehicleCalls.requestQuote.path, bookBody())
  await person.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })
  const file = await person.get(securityCalls.downloadOwnData.path)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d-\d{6}\.json"$/)
  expect(file.headers['cache-control']).toBe('no-store')
  expect(file.json).toMatchObject({
    account: { name, email: person.email },
    sessions: [{ device: 'Unknown device' }],
    mails: expect.arrayContaining([expect.objectContaining({ subject: expect.stringContaining('Booking confirmed') })]),
    bookings: [
      { reference: booking.reference, kind: 'tour', guests: 2, travellers: ['Bob Traveller'], total: '2180.00', currency: 'usd' },
      { kind: 'vehicle', pickup: { location: CONTACT.address } },
    ],
    payments: [{ booking: booking.reference, amount: '2180.00' }],
    refunds: [],
    vehicleDraft: { contact: { name: CONTACT.name } },
    reviews: [],
  })
  expect(file.text).not.toContain('Somebody Else')
  expect(file.text).not.toContain(other.email)
  const empty = await site.customer()
  expect((await empty.get(securityCalls.downloadOwnData.path)).json).toMatchObject({
    bookings: [],
    payments: [],
    vehicleDraft: null,
    reviews: [],
  })
})
