import { expect, onTestFinished, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays, momentIn } from '#shared/dates.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import { dueText } from '#shared/reservations/due-moments.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { saleEndsAt } from '#shared/tours/sale-ends.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { findLinkOwner } from '#server/features/accounts/links.ts'
import { createBuyer, createBuyers, inDays, mailsTo, nextDay, offerSeats, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { placeAtNoon, setSaleEnd } from '../../../../tests/support/noon-places.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { idOf, payLinks, reservationBody, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite()
const { db } = site.deps
const staff = await createStaff(site)

test('for someone who has an account: the seats are kept, the email has the link, and My Bookings the day', async () => {
  const day = nextDay()
  const { bookingId, reference, dueAt, customer } = await reserve(site, staff, day, { totalGuests: 2, travellers: ['Ada', 'Bo'] })
  expect(await seatsTaken(site, day)).toBe(2)
  expect(await customer.bookings()).toMatchObject([
    { id: bookingId, reference, status: 'pending', totalAmount: '2180.00', holdExpiresAt: dueAt, stripeid: null },
  ])
  expect(await mailsTo(site, customer.email)).toEqual(['reservation'])
  expect(await payLinks(site, bookingId)).toEqual([expect.stringMatching(/^\/pay\/b\/[\w-]{43}$/)])
  const story = (await staff.get(pathOf(deskBookingCalls.getStory, { id: bookingId }))).json
  expect(story.booking).toMatchObject({ travellers: ['Ada', 'Bo'], reservation: { payBy: 'link', dueAt, madeBy: 'Sam Staff' } })
  const { text } = renderTemplate('reservation', await dataOf(customer.email, 'reservation'))
  const until = dueText(new Date(dueAt), 'Europe/London')
  expect(text).toContain(`Dear Test Buyer, we’re holding your seats until ${until}. Pay $2,180.00 by then`)
  expect(await customer.bookings()).toMatchObject([{ heldUntil: until }])
  expect(await db.selectFrom('audit_entries').select(['action', 'after']).where('subject_id', '=', bookingId).execute()).toEqual([
    { action: 'booking.reserved', after: { status: 'pending', totalCents: 218_000, people: 2 } },
  ])
})

async function dataOf(email: string, template: string) {
  return (
    await db.selectFrom('mails').select('data').where('recipient', '=', email).where('template', '=', template).executeTakeFirstOrThrow()
  ).data
}

test('for someone new: an account that no one can sign in to before its owner has read the email', async () => {
  const [day, email] = [nextDay(), `${crypto.randomUUID()}@example.test`]
  const body = reservationBody(site, { name: 'Nora New', email }, day)
  expect((await staff.post(staffReservationCalls.makeReservation.path, body)).status).toBe(201)
  expect((await mailsTo(site, email)).toSorted()).toEqual(['customer-invitation', 'reservation'])
  for (const password of ['', ' ', 'password']) {
    expect((await site.visitor().post(accountCalls.logIn.path, { email, password })).status).toBeGreaterThanOrEqual(400)
  }
  expect(renderTemplate('reservation', await dataOf(email, 'reservation')).text).toContain('Dear Nora New, we’re holding your seats')
  const { joinUrl } = (await dataOf(email, 'customer-invitation')) as unknown as { joinUrl: string }
  const token = new URL(joinUrl.replace('/#', '')).searchParams.get('token')
  expect((await site.visitor().post(accountCalls.resetPassword.path, { token, password: 'chosen by Nora' })).status).toBe(200)
  const nora = site.visitor()
  expect((await nora.post(accountCalls.logIn.path, { email, password: 'chosen by Nora' })).status).toBe(200)
  expect(await nora.bookings()).toMatchObject([{ status: 'pending', travelDate: day }])
  const again = await staff.post(
    staffReservationCalls.makeReservation.path,
    reservationBody(site, { name: 'Nora New', email: email.toUpperCase() }, day),
  )
  expect(again.json).toMatchObject({ statusCode: 409, code: 'email_taken' })
})

test('the invitation of someone new works for a week', async () => {
  const email = `${crypto.randomUUID()}@example.test`
  const body = reservationBody(site, { name: 'Nora New', email }, nextDay(), { payBy: 'cash' })
  expect((await staff.post(staffReservationCalls.makeReservation.path, body)).status).toBe(201)
  const { joinUrl } = (await dataOf(email, 'customer-invitation')) as unknown as { joinUrl: string }
  const token = new URL(joinUrl.replace('/#', '')).searchParams.get('token') ?? ''
  const daysFromNow = (days: number) => new Date(site.deps.now().getTime() + days * 24 * 60 * 60 * 1000)
  expect(await findLinkOwner(db, 'reset', token, daysFromNow(6.9))).toMatchObject({ email })
  expect(await findLinkOwner(db, 'reset', token, daysFromNow(7.1))).toBeUndefined()
})

test(
  'the same form sent twice at the same moment makes one booking, of the last seats and for someone new',
  async () => {
    await repeat(20, async ({ number, jitter }) => {
      const day = nextDay()
      await offerSeats(site, day, 1)
      const customer =
        number % 2 === 0
          ? { name: 'Nora New', email: `${crypto.randomUUID()}@example.test` }
          : { id: await idOf(site, await createBuyer(site)) }
      const body = reservationBody(site, customer, day)
      const made = await Promise.all(
        [1, 2].map(async () => jitter(10).then(async () => staff.post(staffReservationCalls.makeReservation.path, body))),
      )
      expect(made.map(({ status }) => status)).toEqual([201, 201])
      expect(made[0]?.json).toEqual(made[1]?.json)
      expect(await seatsTaken(site, day)).toBe(1)
    })
  },
  MANY_ROUNDS_MS,
)

test('seats are never sold twice, and those that staff keep do not count against what a customer may hold', async () => {
  const day = nextDay()
  await offerSeats(site, day, 2)
  const answers = await Promise.all(
    [1, 2, 3].map(async () =>
      staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, { id: await idOf(site, await createBuyer(site)) }, day)),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409])
  const buyer = await createBuyer(site)
  const id = await idOf(site, buyer)
  for (let n = 0; n < 5; n += 1) {
    expect((await staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, { id }, nextDay()))).status).toBe(201)
  }
  const session = await buyer.checkout(TOUR, 1, nextDay())
  expect(session.status).toBe(200)
  const own = (await buyer.bookings()).find(({ holdExpiresAt }) => Date.parse(holdExpiresAt ?? '') < Date.parse(inDays(site, 1)))
  await buyer.post(pathOf(releaseSeats, { id: own?.id ?? '' }))
})

test('price, days, customer and departure are checked by the server', async () => {
  const [day, id] = [nextDay(), await idOf(site, await createBuyer(site))]
  const ask = async (overrides: Record<string, unknown>, customer: object = { id }) =>
    (await staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, customer, day, overrides))).json
  expect(await ask({ totalCents: 100 })).toMatchObject({ statusCode: 409, code: 'price_changed' })
  expect(await ask({ dueOn: inDays(site, -1) })).toMatchObject({ statusCode: 400, issues: [{ path: 'dueOn' }] })
  expect(await ask({ dueOn: addDays(day, 1) })).toMatchObject({ statusCode: 400, issues: [{ path: 'dueOn' }] })
  expect(await ask({ travelDate: inDays(site, -1) })).toMatchObject({ statusCode: 400, code: 'date_in_past' })
  expect(await ask({ travelDate: '2199-01-01', dueOn: day })).toMatchObject({ statusCode: 400, code: 'date_too_far' })
  expect(await ask({ tourId: 'none' })).toMatchObject({ statusCode: 404 })
  const runOn = async (run_dates: string[] | null) => site.deps.db.updateTable('tours').set({ run_dates }).where('id', '=', TOUR).execute()
  await runOn([addDays(day, 1)])
  expect(await ask({})).toMatchObject({ statusCode: 400, code: 'not_running', issues: [{ path: 'travelDate' }] })
  await runOn(null)
  const sell = async (isSold: boolean) => site.deps.db.updateTable('tours').set({ is_active: isSold }).where('id', '=', TOUR).execute()
  await sell(false)
  expect(await ask({})).toMatchObject({ statusCode: 404, message: 'Tour not found' })
  await sell(true)
  expect(await ask({}, { id: 'nobody' })).toMatchObject({ statusCode: 404, message: 'Customer not found' })
  expect(await ask({ travellers: ['Ada', 'Bo'] })).toMatchObject({ statusCode: 400, issues: [{ path: 'names' }] })
  expect(await seatsTaken(site, day)).toBe(0)
  await (await createStaff(site, 'manager')).post(pathOf(departureCalls.blockDeparture, { id: `${day}:${TOUR}` }))
  expect(await ask({})).toMatchObject({ statusCode: 409, code: 'sold_out' })
})

test('customers are found by a part of name or address, and all of it is for staff', async () => {
  const buyer = await createBuyer(site)
  const found = async (search: string) => (await staff.get(`${peopleCalls.findCustomers.path}?search=${search}`)).json
  expect(await found(buyer.email.slice(3, 20).toUpperCase())).toEqual([
    { id: await idOf(site, buyer), name: 'Test Buyer', email: buyer.email, phone: null },
  ])
  await createBuyers(site, 8)
  expect(await found('est+bUy')).toHaveLength(8)
  expect(await found('100%25_sure')).toEqual([])
  expect(await found('ab')).toMatchObject({ statusCode: 400 })
  const people = [site.visitor(), buyer, staff, await createStaff(site, 'manager'), await createStaff(site, 'admin')]
  const statuses: number[][] = []
  for (const who of people) {
    const body = reservationBody(site, { id: await idOf(site, buyer) }, nextDay())
    const { bookingId } = await reserve(site, staff, nextDay())
    const answers = [
      await who.get(`${peopleCalls.findCustomers.path}?search=test`),
      await who.post(staffReservationCalls.makeReservation.path, body),
      await who.post(pathOf(staffReservationCalls.sendPaymentLink, { id: bookingId })),
      await who.post(pathOf(staffReservationCalls.releaseReservation, { id: bookingId })),
    ]
    statuses.push(answers.map(({ status }) => status))
  }
  expect(statuses).toEqual([Array(4).fill(401), Array(4).fill(403), ...[1, 2, 3].map(() => [200, 201, 200, 200])])
})

test('seats are kept no longer than the sale of their departure lasts, and a later day to pay is refused', async () => {
  const [day, saleEnd] = [nextDay(), { time: '18:00', daysBefore: 1 as const, timeZone: 'Asia/Tokyo' }]
  onTestFinished(async () => setSaleEnd(site, TOUR, null))
  await setSaleEnd(site, TOUR, saleEnd)
  const endsAt = saleEndsAt(saleEnd, day)
  const { dueAt, customer } = await reserve(site, staff, day, { dueOn: addDays(day, -1) })
  expect(dueAt).toBe(endsAt.toISOString())
  const until = dueText(endsAt, 'Europe/London')
  expect(until).toMatch(/^(09|10):00 on .+, London time$/)
  expect(renderTemplate('reservation', await dataOf(customer.email, 'reservation')).text).toContain(`Pay by: ${until}`)
  const late = await staff.post(
    staffReservationCalls.makeReservation.path,
    reservationBody(site, { id: await idOf(site, customer) }, day, { dueOn: day }),
  )
  expect(late.json).toMatchObject({ statusCode: 400, issues: [{ path: 'dueOn', message: `Payment must be due by ${until}.` }] })
})

test('a departure that has left is booked on the telephone only for a walk-in, and only until its day is over there', async () => {
  const { today, timeZone, saleEndIn } = placeAtNoon(site.deps.now())
  onTestFinished(async () => setSaleEnd(site, TOUR, null))
  const customer = { id: await idOf(site, await createBuyer(site)) }
  const book = async (day: string, more: object = {}) =>
    staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, customer, day, { payBy: 'cash', dueOn: day, ...more }))
  await setSaleEnd(site, TOUR, saleEndIn(-1))
  const refused = await book(today)
  expect([refused.status, refused.json.code]).toEqual([409, 'departure_left'])
  expect(refused.json.message).toMatch(/The next one you can book is on .+ as a walk-in\.$/)
  const { json } = await book(today, { isWalkIn: true })
  // By the clocks of the agency, but not longer than the day lasts at the place.
  const [here, there] = ['Europe/London', timeZone].map((zone) => momentIn(zone, `${addDays(today, 1)}T00:00`).toISOString())
  expect(json.dueAt).toBe([here, there].toSorted()[0])
  const yesterday = await book(addDays(today, -1), { isWalkIn: true, dueOn: today })
  expect([yesterday.status, yesterday.json.code]).toEqual([400, 'date_in_past'])
  expect((await staff.post(pathOf(staffReservationCalls.releaseReservation, { id: json.bookingId }))).status).toBe(200)
})
