import { sql, type RawBuilder } from 'kysely'
import { comparedAddress } from '#shared/accounts/email-addresses.ts'
import { beginningsMeant, isReference, referencesMeant } from '#shared/bookings/references.ts'
import { unitsToCents } from '#shared/money.ts'
import { typedCents, typedWhole } from '#shared/typed-numbers.ts'
import { mistypedPeople, soughtPeople } from '#server/features/accounts/people/search.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { digitsSought } from '#server/lib/phones.ts'
import { formOf, readByIndexes, readSought, type Sought } from '#server/lib/search-forms.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** Maximum number of people, of contacts and of trips considered in a name search. */
const MAX_PEOPLE = 1000

/** How many bookings, and how many payments, are looked at for an amount. */
const MAX_AMOUNTS = 20_000

export interface Matches {
  bookingIds: string[]
  userIds: string[]
  /** True if more matched than MAX_PEOPLE. */
  isLimited: boolean
}

export interface FoundMatches extends Matches {
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
export async function findMatches(db: Database, text: string): Promise<FoundMatches> {
  const sought = await readSought(db, text)
  const isFound = (form: RawBuilder<string>) => sought.isIn(form)
  const exact = await findExactly(db, text)
  if (exact) return { ...matchesIn([], [exact.map((booking_id) => ({ booking_id }))]), isFound }
  const { isOwner, asTyped } = await soughtPeople(db, text, sought)
  const amounts = await Promise.all(listWithAmount(db, centsSought(text)))
  return readByIndexes(db, async (trx) => {
    const people = await listPeople(trx, asTyped)
    const found = [
      await listBegun(trx, text),
      await listContacts(trx, comparedAddress(text), sought),
      ...(await listNamed(trx, text, sought)),
      ...amounts,
    ]
    const matches = matchesIn(people, found)
    if (isOwner || matches.userIds.length > 0 || matches.bookingIds.length > 0 || !sought.mayBeMistyped) return { ...matches, isFound }
    return findMistyped(trx, sought)
  })
}

async function findMistyped(trx: Trx, sought: Sought): Promise<FoundMatches> {
  const isFound = (form: RawBuilder<string>) => sought.isNearly(form)
  const people = await listPeople(trx, mistypedPeople(sought))
  const found = [
    await movers(trx).where(isFound(CONTACT)).execute(),
    await corrected(trx).where(isFound(CORRECTED)).execute(),
    await journeys(trx)
      .where(sql<boolean>`${isFound(TRAVELLERS)} and traveller_names <> '{}'`)
      .execute(),
  ]
  return { ...matchesIn(people, found), isFound }
}

type Found = { booking_id: string }[]

function matchesIn(people: { id: string }[], found: readonly Found[]): Matches {
  return {
    bookingIds: [...new Set(found.flatMap((rows) => rows.slice(0, MAX_PEOPLE).map(({ booking_id }) => booking_id)))],
    userIds: people.slice(0, MAX_PEOPLE).map(({ id }) => id),
    isLimited: [people, ...found].some((rows) => rows.length > MAX_PEOPLE),
  }
}

const MOST = MAX_PEOPLE + 1
const movers = (db: Trx) => db.selectFrom('vehicle_bookings').select('booking_id').limit(MOST)
const corrected = (db: Trx) => db.selectFrom('booking_contacts').select('booking_id').limit(MOST)
const journeys = (db: Trx) => db.selectFrom('tour_bookings').select('booking_id').limit(MOST)
const transfers = (db: Trx) => db.selectFrom('payments').select('booking_id').limit(MOST)

async function listPeople(db: Trx, condition: RawBuilder<boolean>): Promise<{ id: string }[]> {
  return db.selectFrom('users').select('id').where(condition).limit(MOST).execute()
}

/** Matches the beginning of a reference without its letter, which may be a name as well. */
async function listBegun(db: Trx, text: string): Promise<Found> {
  const ids = await idsBegun(db, beginningsMeant(text))
  return ids.map((booking_id) => ({ booking_id }))
}

async function idsBegun(db: Database | Trx, beginnings: readonly string[]): Promise<string[]> {
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
async function listContacts(trx: Trx, address: string, sought: Sought): Promise<Found> {
  const digits = digitsSought(address)
  const own = [
    digits === undefined ? [] : await journeys(trx).where('journey_phone_number', 'like', `%${digits}%`).execute(),
    await movers(trx)
      .where(sql<boolean>`lower(contact_email) = ${address}`)
      .execute(),
    await corrected(trx)
      .where(sql<boolean>`lower(email) = ${address}`)
      .execute(),
  ]
  if (own.flat().length > 0) return own.flat()
  return [...(await movers(trx).where(sought.isIn(CONTACT)).execute()), ...(await corrected(trx).where(sought.isIn(CORRECTED)).execute())]
}

/** Matches travellers' names, transfer references and the phone numbers of requests. */
async function listNamed(trx: Trx, text: string, sought: Sought): Promise<Found[]> {
  // Requests store ten digits, without the country code.
  const digits = digitsSought(text)?.replace(/^44(?=\d{10}$)/, '')
  return [
    // These repeat the conditions of the partial indexes.
    await journeys(trx)
      .where(sql<boolean>`${sought.isIn(TRAVELLERS)} and traveller_names <> '{}'`)
      .execute(),
    await transfers(trx)
      .where(sql<boolean>`${sought.isIn(TRANSFER)} and outside_reference is not null`)
      .execute(),
    ...(digits === undefined ? [] : [await movers(trx).where('contact_phone', 'like', `%${digits}%`).execute()]),
  ]
}

/** Returns in cents the amount that a text is: "1465", "1,465.00", "1.465,00" or "$1,465". */
export function centsSought(text: string): number | undefined {
  const amount = text.replace(/^\p{Sc}\s?/u, '')
  // A search may guess where a field may not: no one looks for thousandths.
  const cents = [typedCents(amount), unitsToCents(typedWhole(amount))].find((each) => !Number.isNaN(each))
  return cents !== undefined && cents >= 100 && cents < 1_000_000_000 && /^[1-9]/.test(amount) ? cents : undefined
}

/** Looks at the newest ones, in any currency: no index has the amounts. */
function listWithAmount(db: Database, cents: number | undefined): Promise<Found>[] {
  if (cents === undefined) return []
  const made = db
    .selectFrom('bookings')
    .select(['id as booking_id', 'total_cents as cents'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_AMOUNTS)
  const paid = db
    .selectFrom('payments')
    .select(['booking_id', 'amount_cents as cents'])
    .where((eb) => eb.not('is_generated'))
    .orderBy('paid_at', 'desc')
    .limit(MAX_AMOUNTS)
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
