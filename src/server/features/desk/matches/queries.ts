import { sql } from 'kysely'
import { isReference, referencesMeant } from '#shared/bookings/references.ts'
import { unitsToCents } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import { literally } from '#server/lib/like.ts'
import { digitsSought } from '#server/lib/phones.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { looksFor } from '#server/features/accounts/queries.ts'

/** Maximum number of people, of contacts and of trips considered in a name search. */
const MAX_PEOPLE = 1000

/** How many bookings, and how many payments, are looked at for an amount. */
const MOST_AMOUNTS = 20_000

export interface Matches {
  bookingIds: string[]
  userIds: string[]
  /** True if more matched than MAX_PEOPLE. */
  isLimited: boolean
}

/**
 * Matches a booking by any of its exact ids; failing that, people, contacts and travellers by part of their name,
 * address or phone number, offline payments by part of a transfer's reference, and bookings by their price or what was
 * received for them.
 */
export async function findMatches(db: Database, text: string): Promise<Matches> {
  const exact = await findExactly(db, text)
  if (exact) return { bookingIds: [exact], userIds: [], isLimited: false }
  const [people, ...found] = await Promise.all([
    db
      .selectFrom('users')
      .select('id')
      .where(await looksFor(db, text))
      .limit(MAX_PEOPLE + 1)
      .execute(),
    listContacts(db, text.toLowerCase()),
    ...listNamed(db, text.toLowerCase()),
    ...listWithAmount(db, centsSought(text)),
  ])
  return {
    bookingIds: [...new Set(found.flatMap((rows) => rows.slice(0, MAX_PEOPLE).map(({ booking_id }) => booking_id)))],
    userIds: people.slice(0, MAX_PEOPLE).map(({ id }) => id),
    isLimited: [people, ...found].some((rows) => rows.length > MAX_PEOPLE),
  }
}

/** Matches a contact address exactly; failing that, parts of names, addresses and phone numbers. */
async function listContacts(db: Database, text: string) {
  const movers = db
    .selectFrom('vehicle_bookings')
    .select('booking_id')
    .limit(MAX_PEOPLE + 1)
  const corrected = db
    .selectFrom('booking_contacts')
    .select('booking_id')
    .limit(MAX_PEOPLE + 1)
  const travelling = db
    .selectFrom('tour_bookings')
    .select('booking_id')
    .limit(MAX_PEOPLE + 1)
  const digits = digitsSought(text)
  const own = await Promise.all([
    digits === undefined ? [] : travelling.where('journey_phone_number', 'like', `%${digits}%`).execute(),
    movers.where(sql<boolean>`lower(contact_email) = ${text}`).execute(),
    corrected.where(sql<boolean>`lower(email) = ${text}`).execute(),
  ])
  if (own.flat().length > 0) return own.flat()
  const part = partOf(text)
  const parts = await Promise.all([
    movers.where(sql<boolean>`(lower(contact_name) like ${part} or lower(contact_email) like ${part})`).execute(),
    corrected.where(sql<boolean>`lower(email) like ${part}`).execute(),
  ])
  return parts.flat()
}

/** Matches travellers' names, transfer references and the phone numbers of requests. */
function listNamed(db: Database, text: string): Promise<{ booking_id: string }[]>[] {
  const part = partOf(text)
  const most = MAX_PEOPLE + 1
  const journeys = db.selectFrom('tour_bookings').select('booking_id').limit(most)
  const transfers = db.selectFrom('payments').select('booking_id').limit(most)
  const requests = db.selectFrom('vehicle_bookings').select('booking_id').limit(most)
  // Requests store ten digits, without the country code.
  const digits = digitsSought(text)?.replace(/^44(?=\d{10}$)/, '')
  return [
    // These repeat the conditions of the partial indexes.
    journeys.where(sql<boolean>`names_as_text(traveller_names) like ${part} and traveller_names <> '{}'`).execute(),
    transfers.where(sql<boolean>`lower(outside_reference) like ${part} and outside_reference is not null`).execute(),
    ...(digits === undefined ? [] : [requests.where('contact_phone', 'like', `%${digits}%`).execute()]),
  ]
}

/** Returns in cents the amount that a text is: "1465", "1,465.00" or "$1,465". */
export function centsSought(text: string): number | undefined {
  const amount = text.replace(/^\p{Sc}\s?/u, '')
  if (!/^(?:[1-9]\d{0,6}|[1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/.test(amount)) return undefined
  return unitsToCents(Number(amount.replaceAll(',', '')))
}

/** Looks at the newest ones, in any currency: no index has the amounts. */
function listWithAmount(db: Database, cents: number | undefined): Promise<{ booking_id: string }[]>[] {
  if (cents === undefined) return []
  const made = db
    .selectFrom('bookings')
    .select(['id as booking_id', 'total_cents as cents'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_AMOUNTS)
  const paid = db
    .selectFrom('payments')
    .select(['booking_id', 'amount_cents as cents'])
    .where((eb) => eb.not('is_generated'))
    .orderBy('paid_at', 'desc')
    .limit(MOST_AMOUNTS)
  return [made.as('newest'), paid.as('newest')].map(async (newest) =>
    db
      .selectFrom(newest)
      .select('booking_id')
      .where('cents', '=', cents)
      .limit(MAX_PEOPLE + 1)
      .execute(),
  )
}

function partOf(text: string): string {
  return `%${literally(text)}%`
}

async function findExactly(db: Database, text: string): Promise<string | undefined> {
  if (isUuid(text)) return text
  const references = referencesMeant(text)
  const booking =
    references.length === 0
      ? undefined
      : await db.selectFrom('bookings').select('id').where('reference', 'in', references).executeTakeFirst()
  if (booking || isReference(text)) return booking?.id
  if (!/^[a-z]{2}_/.test(text)) return undefined
  const payments = db.selectFrom('payments').select('booking_id')
  const row =
    (await payments.where('provider_payment_id', '=', text).executeTakeFirst()) ??
    (await db.selectFrom('payment_attempts').select('booking_id').where('session_id', '=', text).executeTakeFirst()) ??
    (await payments.innerJoin('refunds', 'payment_id', 'payments.id').where('provider_refund_id', '=', text).executeTakeFirst())
  return row?.booking_id
}
