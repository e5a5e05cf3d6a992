import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import { SEARCH_LIMITED, type StaffBooking } from '#shared/bookings/staff.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { askForQuote, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite()
const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]

async function list(query: Record<string, string>): Promise<StaffBooking[]> {
  const { status, json, text } = await staff.get(`${deskBookingCalls.listStaffBookings.path}?${new URLSearchParams(query).toString()}`)
  if (status !== 200) throw new Error(text)
  return json
}

async function referencesOf(query: Record<string, string>): Promise<string[]> {
  return (await list(query)).map(({ reference }) => reference)
}

async function rename(email: string, name: string): Promise<void> {
  await site.deps.db.updateTable('users').set({ name }).where('email', '=', email).execute()
}

test('a booking is found by its reference, its id, its payment’s id, session and refund, and by its customer’s name and address', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  await rename(buyer.email, 'Grace O’Hopper')
  const booking = await bookAndPay(site, buyer, 2, day)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const { db } = site.deps
  const { session_id } = await db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('booking_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const { provider_refund_id } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('provider_refund_id')
    .where('booking_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const texts = [
    booking.reference,
    booking.reference.toLowerCase(),
    booking.id,
    booking.stripeid,
    session_id,
    provider_refund_id,
    'HOPPER',
    'e o’hop',
  ]
  for (const search of [...texts, buyer.email.slice(2, 20), ` ${booking.reference} `]) {
    expect(await referencesOf({ search: search ?? '' }), search ?? '').toEqual([booking.reference])
  }
  await site.deps.db.updateTable('bookings').set({ reference: 'G-2B7KQ3ZX' }).where('id', '=', booking.id).execute()
  expect(await referencesOf({ search: 'g-2b7kq3zx' })).toEqual(['G-2B7KQ3ZX'])
  await site.deps.db.updateTable('bookings').set({ reference: booking.reference }).where('id', '=', booking.id).execute()
  expect((await list({ search: booking.reference }))[0]).toEqual({
    id: booking.id,
    reference: booking.reference,
    kind: 'tour',
    status: 'cancelled',
    title: 'Tokyo and Mount Fuji',
    startsOn: day,
    createdAt: expect.any(String),
    total: '2180.00',
    currency: 'usd',
    tourId: TOUR,
    guests: 2,
    customer: { id: expect.any(String), name: 'Grace O’Hopper', email: buyer.email },
    paymentId: booking.stripeid,
    openTasks: 0,
  })
  for (const search of ['M-NOSUCH', 'pi_nosuch', randomUUID(), '100%', '___']) expect(await referencesOf({ search }), search).toEqual([])
})

test('a request for a vehicle is found by the name that was given with it', async () => {
  const { id, reference } = await askForQuote(site)
  await site.deps.db
    .updateTable('vehicle_bookings')
    .set({ contact_name: 'Ruth Removals', contact_email: 'ruth@move.test' })
    .where('booking_id', '=', id)
    .execute()
  expect(await referencesOf({ search: 'ruth rem' })).toEqual([reference])
  expect(await referencesOf({ search: 'RUTH@move', kind: 'vehicle', status: 'pending' })).toEqual([reference])
  expect(await referencesOf({ search: 'ruth rem', kind: 'tour' })).toEqual([])
  expect(await list({ kind: 'tour', status: 'completed' })).toEqual([])
})

test('a booking is found by the address that was corrected for it, once that is confirmed', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  const address = { wanted_email: 'Grace.Home@post.test', token_hash: randomUUID(), asked_at: new Date() }
  const { id: asked_by } = await site.deps.db.selectFrom('users').select('id').where('email', '=', buyer.email).executeTakeFirstOrThrow()
  await site.deps.db
    .insertInto('booking_contacts')
    .values({ ...address, booking_id: booking.id, asked_by })
    .execute()
  expect(await referencesOf({ search: 'grace.home@post.test' })).toEqual([])
  await site.deps.db
    .updateTable('booking_contacts')
    .set({ email: address.wanted_email, confirmed_at: new Date() })
    .where('booking_id', '=', booking.id)
    .execute()
  expect(await referencesOf({ search: 'grace.home@post.test' })).toEqual([booking.reference])
  expect(await referencesOf({ search: 'HOME@post' })).toEqual([booking.reference])
})

test('status, tour and days of travel narrow the list, and together with them it is in the order of travel', async () => {
  const [one, two, three] = [nextDay(), nextDay(), nextDay()]
  const buyer = await createBuyer(site)
  const [late, early] = [await bookAndPay(site, buyer, 1, three), await bookAndPay(site, buyer, 1, one)]
  await buyer.openCheckout(TOUR, 1, two)
  const range = { from: one, to: three, tour: TOUR }
  expect((await list(range)).map(({ startsOn }) => startsOn)).toEqual([three, two, one])
  expect(await referencesOf({ ...range, status: 'confirmed' })).toEqual([late.reference, early.reference])
  expect(await referencesOf({ from: three, to: three })).toEqual([late.reference])
  expect(await list({ ...range, tour: 'kyoto-temples-and-tea' })).toEqual([])
  const [first] = await list({ ...range, limit: '1' })
  expect((await list({ ...range, before: first?.id ?? '' })).map(({ startsOn }) => startsOn)).toEqual([two, one])
  const [soonest] = await list({ ...range, order: 'soonest', limit: '1' })
  const rest = await list({ ...range, order: 'soonest', before: soonest?.id ?? '' })
  expect([soonest, ...rest].map((each) => each?.startsOn)).toEqual([one, two, three])
})

test('days of booking are those of the agency’s clocks, and go together with days of travel', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const { id, reference } = await bookAndPay(site, buyer, 1, day)
  // In London, in summer, that is half past midnight of the next day.
  const created_at = new Date('2031-07-04T23:30:00Z')
  await site.deps.db.updateTable('bookings').set({ created_at }).where('id', '=', id).execute()
  const [before, on] = ['2031-07-04', '2031-07-05']
  expect(await referencesOf({ bookedFrom: on, bookedTo: on })).toEqual([reference])
  expect(await referencesOf({ bookedTo: on, bookedFrom: on, from: day, to: day, tour: TOUR })).toEqual([reference])
  expect(await referencesOf({ bookedFrom: before, bookedTo: before })).toEqual([])
  const { text } = await manager.get(`${deskBookingCalls.downloadBookings.path}?bookedFrom=${on}&bookedTo=${on}`)
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
})

test('pages go on where the one before ended, in each order, and the file has all of them', async () => {
  const { email } = await createBuyer(site)
  await rename(email, 'Ida;=Manifold')
  await sql`insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
      partial_refund_days, partial_refund_percentage, declined_at, created_at)
    select gen_random_uuid(), 'S-' || n, 'vehicle', (select id from users where email = ${email}), 'declined', 'Van', 12345, 'inr',
      date '2031-01-01' + n / 3, 0, 0, 0, now(), timestamptz '2031-01-01' + n / 2 * interval '1 hour' from generate_series(1, 450) n`.execute(
    site.deps.db,
  )
  for (const filters of [{ status: 'declined' }, { search: 'manifold' }, { from: '2031-01-01' }]) {
    const seen: string[] = []
    for (let before: string | undefined; ;) {
      const page = await list({ ...filters, ...(before && { before }) })
      seen.push(...page.map(({ reference }) => reference))
      before = page.at(-1)?.id
      if (page.length < 200) break
    }
    expect([seen.length, new Set(seen).size]).toEqual([450, 450])
  }
  const { text, headers } = await manager.get(`${deskBookingCalls.downloadBookings.path}?status=declined`)
  const lines = text.trimEnd().split('\r\n')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(lines).toHaveLength(451)
  expect(lines[1]).toMatch(
    /^"S-4(49|50)","vehicle","Van","2031-05-\d\d","declined","","123\.45","inr","Ida;'=Manifold",".*","2031-01-10T.*Z","","","","","2031-01-10 \d\d:\d\d","0","0","0","0","","",""$/,
  )
})

test('a text that fits more people than are looked at says so', async () => {
  await sql`insert into users (id, name, email, password_hash)
    select 'crowd' || n, 'Crowded Person', 'crowd' || n || '@example.test', 'x' from generate_series(1, 1001) n`.execute(site.deps.db)
  const limited = await staff.get(`${deskBookingCalls.listStaffBookings.path}?search=crowded`)
  expect([limited.status, limited.headers[SEARCH_LIMITED]]).toEqual([200, 'true'])
  expect((await staff.get(`${deskBookingCalls.listStaffBookings.path}?search=crowd77@`)).headers[SEARCH_LIMITED]).toBeUndefined()
})

test('visitors get 401, customers 403, plain staff no file, and what cannot be looked for 400', async () => {
  const customer = await createBuyer(site)
  for (const url of [deskBookingCalls.listStaffBookings.path, deskBookingCalls.downloadBookings.path]) {
    expect([(await site.visitor().get(url)).status, (await customer.get(url)).status, (await manager.get(url)).status]).toEqual([
      401, 403, 200,
    ])
    for (const query of ['search=ab', 'status=lost', 'kind=boat', 'from=2027-02-30', 'bookedTo=soon']) {
      expect((await manager.get(`${url}?${query}`)).status, query).toBe(400)
    }
  }
  expect([
    (await staff.get(deskBookingCalls.listStaffBookings.path)).status,
    (await staff.get(deskBookingCalls.downloadBookings.path)).status,
  ]).toEqual([200, 403])
})

test('a booking is found by who travels, by the reference of its transfer, and a request by its telephone number', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const booking = await bookAndPay(site, buyer, 2, day)
  await buyer.post(pathOf(sheetCalls.saveTravellers, { id: booking.id }), { names: ['Ann Ó Brádaigh', 'Kit Voyager'] })
  for (const search of ['voyager', 'ó brádaigh', 'KIT VOY']) expect(await referencesOf({ search }), search).toEqual([booking.reference])

  const reserved = await reserve(site, staff, nextDay(), { payBy: 'transfer', phone: '07700 900123' })
  await payOffline(manager, reserved.bookingId, { reference: 'Sparkasse 77_4711' })
  const { text } = await manager.get(`${deskBookingCalls.downloadBookings.path}?search=voyager`)
  expect(text).toContain('"","Ann Ó Brádaigh, Kit Voyager","","')
  expect(text.trimEnd()).toMatch(/,"2180","0","2180","0","","",""$/)
  const offline = await manager.get(`${deskBookingCalls.downloadBookings.path}?search=77_4711`)
  expect(offline.text).toMatch(/"'\+44 7700 900123","","Sparkasse 77_4711","\d{4}-\d\d-\d\d \d\d:\d\d"/)

  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).status).toBe(200)
  expect((await manager.get(`${deskBookingCalls.downloadBookings.path}?search=voyager`)).text.trimEnd()).toMatch(
    /,"2180","2180","0","0","","",""$/,
  )

  for (const search of ['sparkasse 77', '77_4711']) expect(await referencesOf({ search }), search).toEqual([reserved.reference])
  expect(await referencesOf({ search: '77x4711' })).toEqual([])

  const quote = await askForQuote(site)
  await site.deps.db.updateTable('vehicle_bookings').set({ contact_phone: '2079460123' }).where('booking_id', '=', quote.id).execute()
  for (const search of ['2079460123', '020 7946 0123', '+44 (0)20 7946-0123', '0044 20 7946 0123', '7946 0123'])
    expect(await referencesOf({ search }), search).toEqual([quote.reference])
})

test('a list says how many bookings fit, on its later pages too', async () => {
  const buyer = await createBuyer(site)
  await rename(buyer.email, 'Counted Cora')
  const [one] = [await bookAndPay(site, buyer, 1, nextDay()), await bookAndPay(site, buyer, 1, nextDay())]
  const total = async (query: Record<string, string>) =>
    (await staff.get(`${deskBookingCalls.listStaffBookings.path}?${new URLSearchParams(query).toString()}`)).headers[TOTAL_COUNT]
  expect(await total({ search: 'counted cora', limit: '1' })).toBe('2')
  expect(await total({ search: 'counted cora', limit: '1', before: one?.id ?? '' })).toBe('2')
  expect(await total({ search: 'nobody of this name' })).toBe('0')
  expect(await total({ kind: 'tour', status: 'declined' })).toBe('0')
})
