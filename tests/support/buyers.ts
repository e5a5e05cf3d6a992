import { randomUUID } from 'node:crypto'
import { addDays, dayIn, type Day } from '../../src/shared/dates.ts'
import { causeText } from '../../src/shared/tasks/causes.ts'
import type { TourBooking } from '../../src/shared/bookings/public.ts'
import { reconcile } from '../../src/server/features/reconciliation/sweep.ts'
import { ACCESS_COOKIE } from '../../src/server/lib/session-cookies.ts'
import { notifyCustomers } from '../../src/server/features/refunds/notices.ts'
import { announceTasks } from '../../src/server/features/desk/tasks.ts'
import { Browser } from './browser.ts'
import { dayAhead, DAYS_TO_TELL_APART } from './days.ts'
import { proveAll } from './proofs.ts'
import type { TestApp } from './test-app.ts'

/** The tour booked by the payment tests. */
export const TOUR = 'tokyo-and-mount-fuji'
export const PRICE_CENTS = 109_000
export const SEATS = 12

let days = 0

/** Returns a day that no other test in the file books. The files of a worker share the counter but not the database. */
export function nextDay(): Day {
  days = (days % DAYS_TO_TELL_APART) + 1
  return dayAhead(days)
}

/** Counts from the agency's current day. */
export function inDays(site: TestApp, count: number): Day {
  return addDays(dayIn(site.deps.config.AGENCY_TIME_ZONE, site.deps.now()), count)
}

/** Creates signed-in customers without the cost of hashing a password for each. */
export async function createBuyers(site: TestApp, count: number): Promise<Browser[]> {
  const people = Array.from({ length: count }, () => {
    const id = randomUUID()
    return {
      id,
      name: 'Test Buyer',
      email: `${id}@example.test`,
      email_confirmed_at: site.deps.now(),
      password_hash: 'never used',
      role: 'customer' as const,
    }
  })
  await site.deps.db.insertInto('users').values(people).execute()
  return signedIn(site, people)
}

export async function signedIn(site: TestApp, people: { id: string; email: string }[]): Promise<Browser[]> {
  const sessions = people.map(({ id, email }) => ({ id: randomUUID(), user_id: id, email }))
  const rows = sessions.map(({ id, user_id }) => ({ id, user_id, created_at: site.deps.now() }))
  await site.deps.db.insertInto('sessions').values(rows).execute()
  return sessions.map(({ id, user_id, email }) => {
    const browser = new Browser(site.app, site.origin)
    browser.email = email
    browser.cookies.set(ACCESS_COOKIE, site.deps.auth.issueAccessToken({ userId: user_id, sessionId: id }))
    return browser
  })
}

export async function createBuyer(site: TestApp): Promise<Browser> {
  const [buyer] = await createBuyers(site, 1)
  if (!buyer) throw new Error('no buyer')
  return buyer
}

/** Books and pays. Returns the confirmed booking as its owner sees it. */
export async function bookAndPay(site: TestApp, buyer: Browser, guests: number, day: Day, card?: string): Promise<TourBooking> {
  await site.cards.pay(await buyer.openCheckout(TOUR, guests, day), card === undefined ? {} : { card })
  const booking = (await buyer.bookings()).find(({ travelDate }) => travelDate === day)
  if (booking?.status !== 'confirmed') throw new Error(`booking: ${booking?.status}`)
  return booking
}

export async function offerSeats(site: TestApp, day: Day, capacity: number): Promise<void> {
  await site.deps.db.insertInto('departures').values({ tour_id: TOUR, departs_on: day, capacity }).execute()
}

export async function seatsTaken(site: TestApp, day: Day, tourId = TOUR): Promise<number> {
  const row = await site.deps.db
    .selectFrom('departures')
    .select('seats_taken')
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .executeTakeFirst()
  return row?.seats_taken ?? 0
}

/** Moves the clocks of the site and the card provider, keeping everyone's confirmation of identity valid. */
export async function passTime(site: TestApp, seconds: number): Promise<void> {
  site.advance(seconds * 1000)
  await proveAll(site)
  await site.cards.tell('clock', { advanceSeconds: seconds })
}

/** Lets holds end on our side while the card provider is unreachable. */
export async function loseHolds(site: TestApp): Promise<void> {
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  await passTime(site, 52 * 60)
  await reconcile(site.deps, site.app.log, 0)
  await site.cards.tell('faults/clear')
}

/** Oldest first. */
export async function bookingsOn(site: TestApp, day: Day) {
  return site.deps.db.selectFrom('bookings').selectAll().where('starts_on', '=', day).orderBy('created_at').execute()
}

export async function tasksOn(site: TestApp, day: Day) {
  const tasks = await site.deps.db
    .selectFrom('tasks')
    .innerJoin('bookings', 'bookings.id', 'tasks.booking_id')
    .select(['tasks.id', 'tasks.kind', 'tasks.cause', 'tasks.advice', 'tasks.seats', 'tasks.outcome'])
    .where('starts_on', '=', day)
    .orderBy('tasks.opened_at')
    .execute()
  return tasks.map(({ id, kind, outcome, ...stored }) => ({ id, kind, outcome, cause: causeText(stored) }))
}

export async function paymentsOn(site: TestApp, day: Day) {
  return site.deps.db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .selectAll('payments')
    .where('starts_on', '=', day)
    .orderBy('payments.created_at')
    .execute()
}

/** Lists what the disputes of a day's payments stand at, oldest first. */
export async function standingsOn(site: TestApp, day: Day) {
  const disputes = await site.deps.db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select('standing')
    .where('starts_on', '=', day)
    .orderBy('opened_at')
    .execute()
  return disputes.map(({ standing }) => standing)
}

export async function refundsOn(site: TestApp, day: Day) {
  return site.deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .selectAll('refunds')
    .where('starts_on', '=', day)
    .orderBy('refunds.created_at')
    .execute()
}

/** Returns the templates of the emails queued for an address. */
export async function mailsTo(site: TestApp, email: string): Promise<string[]> {
  const rows = await site.deps.db.selectFrom('mails').select('template').where('recipient', '=', email).orderBy('created_at').execute()
  return rows.map(({ template }) => template)
}

/** Announces tasks to the agency and, after its head start, tells customers about their refunds. */
export async function tellStaffThenCustomers(site: TestApp): Promise<void> {
  await announceTasks(site.deps, site.app.log)
  site.advance(31 * 60_000)
  await notifyCustomers(site.deps)
}

/** Moves a booking's travel date, possibly into the past, without moving its seats. */
export async function moveTravel(site: TestApp, bookingId: string, day: Day): Promise<void> {
  const { db } = site.deps
  await db
    .insertInto('departures')
    .values({ tour_id: TOUR, departs_on: day, capacity: SEATS })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.updateTable('tour_bookings').set({ departs_on: day }).where('booking_id', '=', bookingId).execute()
  await db.updateTable('bookings').set({ starts_on: day }).where('id', '=', bookingId).execute()
}
