import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { dayIn } from '#shared/dates.ts'
import { getSeats } from '#shared/tours/calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  inDays,
  loseHolds,
  nextDay,
  passTime,
  refundsOn,
  SEATS,
  TOUR,
} from '../../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { postEvent } from '../../../../../tests/support/provider-events.ts'
import { reserve } from '../../../../../tests/support/reservations.ts'

const site = await openPaymentSite({ settles: true })
const OTHER_TOUR = 'kyoto-temples-and-tea'

async function entriesOf(id: string) {
  return site.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('subject_kind', '=', 'departure')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
}

async function seatsLeft(person: Browser, day: string): Promise<number> {
  return (await person.get(`${pathOf(getSeats, { id: TOUR })}?date=${day}`)).json.seatsLeft
}

test('a departure is shown with what is sold, held and left, to all staff and to nobody else', async () => {
  const day = nextDay()
  const [buyer, holder, staff] = [await createBuyer(site), await createBuyer(site), await createStaff(site)]
  await bookAndPay(site, buyer, 3, day)
  await holder.openCheckout(TOUR, 2, day)
  await reserve(site, staff, day)
  const seats = { capacity: SEATS, sold: 3, held: 3, reserved: 1 }
  const shown = { id: departureId(TOUR, day), date: day, ...seats, left: SEATS - 6, isBlocked: false }
  expect((await staff.get(pathOf(departureCalls.getDeparture, { id: shown.id }))).json).toMatchObject(shown)
  expect((await staff.get(`${departureCalls.listDepartures.path}?from=${day}&to=${day}&bookings=some`)).json).toMatchObject([shown])
  expect((await staff.get(`${departureCalls.listDepartureDays.path}?from=${day}&to=${day}&tour=${TOUR}`)).json).toEqual([
    { date: day, departures: 1, unbooked: 0, ...seats, blocked: 0, cancelled: 0 },
  ])
  for (const url of [
    pathOf(departureCalls.getDeparture, { id: shown.id }),
    `${departureCalls.listDepartures.path}?from=${day}&to=${day}`,
  ]) {
    expect([(await site.visitor().get(url)).status, (await buyer.get(url)).status]).toEqual([401, 403])
  }
})

test('what changes a departure is for managers and administrators: 401 signed out, 403 for customers and for staff', async () => {
  const id = departureId(TOUR, nextDay())
  const people = [
    site.visitor(),
    await createBuyer(site),
    await createStaff(site),
    await createStaff(site, 'manager'),
    await createStaff(site, 'admin'),
  ]
  for (const make of [
    async (who: Browser) => who.put(pathOf(departureCalls.setCapacity, { id }), { capacity: 10, seenCapacity: SEATS }),
    async (who: Browser) => who.post(pathOf(departureCalls.blockDeparture, { id })),
    async (who: Browser) => who.post(pathOf(departureCalls.unblockDeparture, { id })),
  ]) {
    const statuses = []
    for (const who of people) statuses.push((await make(who)).status)
    expect(statuses).toEqual([401, 403, 403, 200, 200])
  }
})

test('a departure says what whoever reads it can do about it', async () => {
  const [staff, manager, id] = [await createStaff(site), await createStaff(site, 'manager'), departureId(TOUR, nextDay())]
  const actions = async (who: Browser) => (await who.get(pathOf(departureCalls.getDeparture, { id }))).json.actions
  expect([await actions(staff), await actions(manager)]).toEqual([[], ['block', 'capacity', 'cancel']])
  expect((await manager.post(pathOf(departureCalls.blockDeparture, { id }))).json.actions).toEqual(['unblock', 'capacity', 'cancel'])
  const seen = (await manager.get(pathOf(departureCalls.previewCancellation, { id }))).json
  await manager.post(pathOf(departureCalls.cancelDeparture, { id }), { reason: 'No guide', seen })
  expect(await actions(manager)).toEqual([])
})

test('every day on sale is listed, in pages, of one tour and of all', async () => {
  const staff = await createStaff(site)
  const [first, last] = [inDays(site, 600), inDays(site, 609)]
  const range = `from=${first}&to=${last}`
  const db = site.deps.db
  await db
    .insertInto('departures')
    .values([
      { tour_id: TOUR, departs_on: last, capacity: 5 },
      { tour_id: OTHER_TOUR, departs_on: last, capacity: 6 },
    ])
    .execute()
  const own = (await staff.get(`${departureCalls.listDepartures.path}?${range}&tour=${TOUR}&limit=7`)).json
  const rest = (await staff.get(`${departureCalls.listDepartures.path}?${range}&tour=${TOUR}&limit=7&before=${own.at(-1).id}`)).json
  const capacities = [...own, ...rest].map(({ capacity }: { capacity: number }) => capacity)
  expect(capacities).toEqual([...Array.from({ length: 9 }, () => SEATS), 5])
  const tours = await db.selectFrom('tours').select('id').where('is_active', '=', true).execute()
  const ids: string[] = []
  for (let page: { id: string }[] | undefined; page?.length !== 0; ids.push(...page.map(({ id }) => id)))
    page = (await staff.get(`${departureCalls.listDepartures.path}?${range}&limit=77${ids.length > 0 ? `&before=${ids.at(-1)}` : ''}`))
      .json as {
      id: string
    }[]
  expect(ids).toHaveLength(10 * tours.length)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.slice(-tours.length)).toEqual(expect.arrayContaining([departureId(TOUR, last), departureId(OTHER_TOUR, last)]))
})

test('past days that nobody has travelled on are no departures, and the calendar is read in bounded stretches', async () => {
  const staff = await createStaff(site)
  const [yesterday, today] = [inDays(site, -1), inDays(site, 0)]
  const listed = (await staff.get(`${departureCalls.listDepartures.path}?from=${yesterday}&to=${today}&tour=${TOUR}`)).json
  expect(listed.map(({ date }: { date: string }) => date)).toEqual([dayIn(site.deps.config.AGENCY_TIME_ZONE, site.deps.now())])
  expect((await staff.get(pathOf(departureCalls.getDeparture, { id: departureId(TOUR, yesterday) }))).status).toBe(404)
  for (const range of [`from=${today}&to=${yesterday}`, `from=${today}&to=${inDays(site, 93)}`, 'from=2027-02-30&to=2027-03-01'])
    expect((await staff.get(`${departureCalls.listDepartures.path}?${range}`)).status, range).toBe(400)
})

test('a blocked departure sells nothing more, and those who hold or have paid seats keep them', async () => {
  const day = nextDay()
  const id = departureId(TOUR, day)
  const [holder, late, admin] = [await createBuyer(site), await createBuyer(site), await createStaff(site, 'admin')]
  const session = await holder.openCheckout(TOUR, 2, day)
  const { json } = await admin.post(pathOf(departureCalls.blockDeparture, { id }))
  expect(json).toMatchObject({ isBlocked: true, held: 2, left: 0 })
  expect(await seatsLeft(late, day)).toBe(0)
  const listed = (await late.get(`${listTours.path}?search=${day}`)).json.data.map((tour: { id: string }) => tour.id)
  expect(listed).not.toContain(TOUR)
  expect((await late.checkout(TOUR, 1, day)).json).toMatchObject({ statusCode: 409, code: 'sold_out' })
  expect((await holder.checkout(TOUR, 2, day)).status).toBe(200)
  await site.cards.pay(session)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed'])
  await admin.post(pathOf(departureCalls.unblockDeparture, { id }))
  expect(await seatsLeft(late, day)).toBe(SEATS - 2)
  await admin.post(pathOf(departureCalls.unblockDeparture, { id }))
  expect(await entriesOf(id)).toEqual([
    { action: 'departure.blocked', before: { isBlocked: false }, after: { isBlocked: true } },
    { action: 'departure.unblocked', before: { isBlocked: true }, after: { isBlocked: false } },
  ])
})

test('of a hold that has ended, what was paid before the departure was blocked counts, and what is paid later goes back', async () => {
  const admin = await createStaff(site, 'admin')
  for (const isPaidBefore of [true, false]) {
    const day = nextDay()
    const session = await (await createBuyer(site)).openCheckout(TOUR, 1, day)
    await site.cards.tell('webhooks', { drop: true })
    if (isPaidBefore) await site.cards.pay(session)
    await loseHolds(site)
    await passTime(site, 2)
    await admin.post(pathOf(departureCalls.blockDeparture, { id: departureId(TOUR, day) }))
    await passTime(site, 2)
    if (!isPaidBefore) await site.cards.pay(session, { force: true })
    await postEvent(site, 'checkout.session.completed', session)
    const [booking] = await bookingsOn(site, day)
    expect([booking?.status, (await refundsOn(site, day)).length]).toEqual(isPaidBefore ? ['confirmed', 0] : ['expired', 1])
  }
})

test('a capacity is never below what is sold or held, and the second of two people is told what the first has changed', async () => {
  const day = nextDay()
  const id = departureId(TOUR, day)
  const [buyer, one, other] = [await createBuyer(site), await createStaff(site, 'admin'), await createStaff(site, 'admin')]
  await bookAndPay(site, buyer, 3, day)
  const resize = async (who: Browser, capacity: number, seenCapacity: number) =>
    who.put(pathOf(departureCalls.setCapacity, { id }), { capacity, seenCapacity })
  expect((await resize(one, 2, SEATS)).json).toMatchObject({
    statusCode: 409,
    code: 'sold_out',
    message: expect.stringContaining('3 seats'),
  })
  const both = await Promise.all([resize(one, 20, SEATS), resize(other, 30, SEATS)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)?.json
  expect(refused).toMatchObject({ code: 'departure_changed', message: expect.stringMatching(/^Sam Staff has just changed.*[23]0 seats/) })
  const { capacity } = (await one.get(pathOf(departureCalls.getDeparture, { id }))).json
  expect((await resize(one, 3, capacity)).json).toMatchObject({ capacity: 3, left: 0, hasOwnCapacity: true })
  expect((await resize(other, 3, SEATS)).status).toBe(200)
  expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['departure.resized', 'departure.resized'])
})

test('many who book while staff take seats away never get more of them than there are', async () => {
  const day = nextDay()
  const admin = await createStaff(site, 'admin')
  const buyers = await Promise.all(Array.from({ length: 6 }, async () => createBuyer(site)))
  const resize = async () =>
    admin.put(pathOf(departureCalls.setCapacity, { id: departureId(TOUR, day) }), { capacity: 4, seenCapacity: SEATS })
  const checkouts = buyers.map(async (buyer) => buyer.checkout(TOUR, 2, day))
  // Wait until the first of them are under way.
  await Promise.race(checkouts)
  const [resized, ...answers] = await Promise.all([resize(), ...checkouts])
  expect([200, 409]).toContain(resized.status)
  const held = 2 * answers.filter(({ status }) => status === 200).length
  const departure = (await admin.get(pathOf(departureCalls.getDeparture, { id: departureId(TOUR, day) }))).json
  // If more than four seats were already held, the change is refused; after it nobody gets a fifth.
  expect(departure).toMatchObject(resized.status === 200 ? { capacity: 4, held: 4 } : { capacity: SEATS, held: 12 })
  expect(departure.held).toBe(held)
})

test('unknown departures, past ones and those too far ahead are not changed', async () => {
  const admin = await createStaff(site, 'admin')
  const cases = [
    ['nonsense', 404],
    [departureId('nowhere', nextDay()), 404],
    ['2027-02-30:tokyo-and-mount-fuji', 404],
    [departureId(TOUR, inDays(site, -1)), 400],
    [departureId(TOUR, inDays(site, 800)), 400],
  ] as const
  for (const [id, status] of cases) expect((await admin.post(pathOf(departureCalls.blockDeparture, { id }))).status, id).toBe(status)
})
