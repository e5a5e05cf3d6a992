import { randomUUID } from 'node:crypto'
import { pathOf } from '../../src/shared/contract.ts'
import type { Day } from '../../src/shared/dates.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import type { ReservationMade } from '../../src/shared/reservations/staff.ts'
import type { Browser } from './browser.ts'
import { createBuyer, inDays, PRICE_CENTS, TOUR } from './buyers.ts'
import type { TestApp } from './test-app.ts'

/** Returns a body of POST /staff/reservations for one guest. */
export function reservationBody(site: TestApp, customer: object, travelDate: Day, overrides: Record<string, unknown> = {}) {
  const { totalGuests = 1 } = overrides as { totalGuests?: number }
  return {
    key: randomUUID(),
    customer,
    tourId: TOUR,
    travelDate,
    totalGuests,
    totalCents: PRICE_CENTS * totalGuests,
    payBy: 'link',
    dueOn: inDays(site, 5),
    ...overrides,
  }
}

export interface Reserved extends ReservationMade {
  customer: Browser
}

/** Books for a customer with an account, as staff. */
export async function reserve(site: TestApp, staff: Browser, day: Day, overrides: Record<string, unknown> = {}): Promise<Reserved> {
  const customer = await createBuyer(site)
  const answer = await staff.post(
    staffReservationCalls.makeReservation.path,
    reservationBody(site, { id: await idOf(site, customer) }, day, overrides),
  )
  if (answer.status !== 201) throw new Error(`reserve: ${answer.text}`)
  return { ...answer.json, customer }
}

export async function idOf(site: TestApp, { email }: Browser): Promise<string> {
  return (await site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

export async function payLinks(site: TestApp, bookingId: string): Promise<string[]> {
  const mails = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('booking_id', '=', bookingId)
    .where('template', '=', 'reservation')
    .orderBy('created_at')
    .execute()
  const urls = mails.flatMap(({ data }) => (data as unknown as { payUrl: string | null }).payUrl ?? [])
  return urls.map((url) => new URL(url).pathname)
}

/** Records an offline payment of a reservation. */
export async function payOffline(manager: Browser, bookingId: string, overrides: Record<string, unknown> = {}) {
  const body = { method: 'transfer', reference: 'TR-4711', totalCents: PRICE_CENTS, ...overrides }
  return manager.post(pathOf(staffReservationCalls.recordOfflinePayment, { id: bookingId }), body)
}
