import { sql, type RawBuilder } from 'kysely'
import { comparedAddress } from '#shared/accounts/email-addresses.ts'
import { beginningsMeant, isReference, referencesMeant } from '#shared/bookings/references.ts'
import { unitsToCents } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import { digitsSought } from '#server/lib/phones.ts'
import { formOf, readSought, type Sought } from '#server/lib/search-forms.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { mistypedPeople, soughtPeople } from '#server/features/accounts/queries.ts'

/** Maximum number of people, of contacts and of trips considered in a name search. */
const MAX_PEOPLE = 1000

/** How many bookings, and how many payments, are looked at for an amount. */
const MOST_AMOUNTS = 20_000

export interface Matches {
  bookingIds: string[]
  userIds: string[]
  /** True if more matched than MAX_PEOPLE. */
  isLimited: boolean
  /** Whether a form of a text (`formOf`) is what was found. */
  isFound: (form: RawBuilder<string>) => RawBuilder<boolean>
}

/** As in the indexes. */
const CONTACT = formOf(sql`coalesce(contact_name, '') || ' ' || coalesce(contact_email, '')`)
const CORRECTED = formOf(sql`email`)
const TRAVELLERS = formOf(sql`names_as_text(traveller_names)`)
const TRANSFER = formOf(sql`outside_reference`)

/**
 * Matches a booking by any of its exact ids, or by the beginning of its reference; failing that, people, contacts and travellers by part of
 * their name, address or phone number, offline payments by part of a transfer's reference, and bookings by their price or what was received
 * for them. If nothing is found, people, contacts and travellers whose name may have been mistyped.
 */
export async function findMatches(db: Database, text: string): Promise<Matches> {
  const sought = await readSought(db, text)
  const isFound = (form: RawBuilder<string>) => sought.isIn(form)
  const exact = await findExactly(db, text)
  if (exact) return { ...matchesIn([], [exact.map((booking_id) => ({ booking_id }))]), isFound }
  const { isOwner, asTyped } = await soughtPeople(db, text, sought)
  const [people, ...found] = await Promise.all([
    listPeople(db, asTyped),
    listBegun(db, text),
    listContacts(db, comparedAddress(text), sought),
    ...listNamed(db, text, sought),
    ...listWithAmount(db, centsSought(text)),
  ])
  const matches = matchesIn(people, found)
  if (isOwner || matches.userIds.length > 0 || matches.bookingIds.length > 0 || !sought.mayBeMistyped) return { ...matches, isFound }
  return findMistyped(db, sought)
}

async function findMistyped(db: Database, sought: Sought): Promise<Matches> {
  const isFound = (form: RawBuilder<string>) => sought.isNearly(form)
  const [people, ...found] = await Promise.all([
    listPeople(db, mistypedPeople(sought)),
    movers(db).where(isFound(CONTACT)).execute(),
    corrected(db).where(isFound(CORRECTED)).execute(),
    journeys(db)
      .where(sql<boolean>`${isFound(TRAVELLERS)} and traveller_names <> '{}'`)
      .execute(),
  ])
  return { ...matchesIn(people, found), isFound }
}

type Found = { booking_id: string }[]

function matchesIn(people: { id: string }[], found: readonly Found[]): Omit<Matches, 'isFound'> {
  return {
    bookingIds: [...new Set(found.flatMap((rows) => rows.slice(0, MAX_PEOPLE).map(({ booking_id }) => booking_id)))],
    userIds: people.slice(0, MAX_PEOPLE).map(({ id }) => id),
    isLimited: [people, ...found].some((rows) => rows.length > MAX_PEOPLE),
  }
}

const MOST = MAX_PEOPLE + 1
const movers = (db: Database) => db.selectFrom('vehicle_bookings').select('booking_id').limit(MOST)
const corrected = (db: Database) => db.selectFrom('booking_contacts').select('booking_id').limit(MOST)
const journeys = (db: Database) => db.selectFrom('tour_bookings').select('booking_id').limit(MOST)
const transfers = (db: Database) => db.selectFrom('payments').select('booking_id').limit(MOST)

async function listPeople(db: Database, condition: RawBuilder<boolean>): Promise<{ id: string }[]> {
  return db.selectFrom('users').select('id').where(condition).limit(MOST).execute()
}

/** Matches the beginning of a reference without its letter, which may be a name as well. */
async function listBegun(db: Database, text: string): Promise<Found> {
  const ids = await idsBegun(db, beginningsMeant(text))
  return ids.map((booking_id) => ({ booking_id }))
}

async function idsBegun(db: Database, beginnings: readonly string[]): Promise<string[]> {
  if (beginnings.length === 0) return []
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where((eb) => eb.or(beginnings.map((beginning) => eb('reference', 'like', `${beginning}%`))))
    .limit(MOST)
    .execute()
  return rows.map(({ id }) => id)
}

/** Matches a contact address exactly; failing that, parts of names, addresses and phone numbers. */
async function listContacts(db: Database, address: string, sought: Sought): Promise<Found> {
  const digits = digitsSought(address)
  const own = await Promise.all([
    digits === undefined ? [] : journeys(db).where('journey_phone_number', 'like', `%${digits}%`).execute(),
    movers(db).where(sql<boolean>`lower(contact_email) = ${address}`).execute(),
    corrected(db).where(sql<boolean>`lower(email) = ${address}`).execute(),
  ])
  if (own.flat().length > 0) return own.flat()
  const parts = await Promise.all([
    movers(db).where(sought.isIn(CONTACT)).execute(),
    corrected(db).where(sought.isIn(CORRECTED)).execute(),
  ])
  return parts.flat()
}

/** Matches travellers' names, transfer references and the phone numbers of requests. */
function listNamed(db: Database, text: string, sought: Sought): Promise<Found>[] {
  // Requests store ten digits, without the country code.
  const digits = digitsSought(text)?.replace(/^44(?=\d{10}$)/, '')
  return [
    // These repeat the conditions of the partial indexes.
    journeys(db)
      .where(sql<boolean>`${sought.isIn(TRAVELLERS)} and traveller_names <> '{}'`)
      .execute(),
    transfers(db)
      .where(sql<boolean>`${sought.isIn(TRANSFER)} and outside_reference is not null`)
      .execute(),
    ...(digits === undefined ? [] : [movers(db).where('contact_phone', 'like', `%${digits}%`).execute()]),
  ]
}

/** Returns in cents the amount that a text is: "1465", "1,465.00" or "$1,465". */
export function centsSought(text: string): number | undefined {
  const amount = text.replace(/^\p{Sc}\s?/u, '')
  if (!/^(?:[1-9]\d{0,6}|[1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/.test(amount)) return undefined
  return unitsToCents(Number(amount.replaceAll(',', '')))
}

/** Looks at the newest ones, in any currency: no index has the amounts. */
function listWithAmount(db: Database, cents: number | undefined): Promise<Found>[] {
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

/** Ids of one booking, or of those whose reference begins like that. */
async function findExactly(db: Database, text: string): Promise<string[] | undefined> {
  if (isUuid(text)) return [text]
  const references = referencesMeant(text)
  const booking =
    references.length === 0
      ? undefined
      : await db.selectFrom('bookings').select('id').where('reference', 'in', references).executeTakeFirst()
  if (booking) return [booking.id]
  if (isReference(text)) {
    const begun = await idsBegun(db, beginningsMeant(text))
    return begun.length === 0 ? undefined : begun
  }
  if (!/^[a-z]{2}_/.test(text)) return undefined
  const payments = db.selectFrom('payments').select('booking_id')
  const row =
    (await payments.where('provider_payment_id', '=', text).executeTakeFirst()) ??
    (await db.selectFrom('payment_attempts').select('booking_id').where('session_id', '=', text).executeTakeFirst()) ??
    (await payments.innerJoin('refunds', 'payment_id', 'payments.id').where('provider_refund_id', '=', text).executeTakeFirst())
  return row && [row.booking_id]
}
