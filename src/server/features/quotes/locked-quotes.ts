import { pickupTime } from '#server/emails/booking-facts.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { lockBooking, lockOwnBooking, type LockedBooking } from '#server/features/bookings/records.ts'

export interface LockedQuote extends LockedBooking {
  pickup_at: Date
  asked_cents: number
  quoted_cents: number | null
  quote_version: number
  quote_expires_at: Date | null
  decision_reason: string | null
  service_name: string
}

/** Throws 404, for a tour booking too. */
export async function lockQuote(trx: Trx, bookingId: string): Promise<LockedQuote> {
  return withFacts(trx, await lockBooking(trx, bookingId))
}

/** Throws 404, also for a tour booking and for someone else's booking. */
export async function lockOwnQuote(trx: Trx, userId: string, bookingId: string): Promise<LockedQuote> {
  return withFacts(trx, await lockOwnBooking(trx, userId, bookingId))
}

async function withFacts(trx: Trx, booking: LockedBooking): Promise<LockedQuote> {
  const quote = await trx
    .selectFrom('vehicle_bookings')
    .innerJoin('service_types', 'service_types.id', 'service_type_id')
    .select(['pickup_at', 'asked_cents', 'quoted_cents', 'quote_version', 'quote_expires_at', 'decision_reason'])
    .select('service_types.name as service_name')
    .where('booking_id', '=', booking.id)
    .executeTakeFirst()
  if (!quote) throw notFound('Quote')
  return { ...booking, ...quote }
}

/** What every email about a quote says. */
export function factsOf({ origins }: Deps, quote: LockedQuote, customerName: string | null) {
  return { ...quote, ...pickupTime(quote.pickup_at), customerName, siteUrl: origins.ofMails() }
}
