import { sql } from 'kysely'
import { comparedAddress } from '#shared/accounts/email-addresses.ts'
import { referencesMeant } from '#shared/bookings/references.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { formOf, readSought } from '#server/lib/search-forms.ts'

/** Ids of the accounts meant by a whole email address, by part of the name or address of somebody who works here, or by an id. */
export async function listActors(db: Database | Trx, named: string): Promise<string[]> {
  const wanted = comparedAddress(named)
  const accounts = db.selectFrom('users').select('id')
  const owner = await accounts.where((eb) => eb(eb.fn<string>('lower', ['email']), '=', wanted)).executeTakeFirst()
  if (owner) return [owner.id]
  const sought = await readSought(db, named)
  const staff = await accounts
    .where('role', '!=', sql.lit('customer' as const))
    .where('deleted_at', 'is', null)
    .where(sought.isIn(formOf(sql`name || ' ' || email`)))
    .execute()
  // Entries outlive accounts, so an id need not be one.
  return staff.length === 0 ? [named] : staff.map(({ id }) => id)
}

/** A booking reference also matches everything that belongs to the booking. */
export function isAbout(named: string) {
  const references = referencesMeant(named)
  if (references.length === 0) return sql<boolean>`subject_id = ${idOf(named)}`
  const booking = sql`(select id from bookings where reference = any(${references}::text[]) limit 1)`
  return sql<boolean>`subject_id = any(array(
    select ${named}::text
    union all select id::text from bookings where id = ${booking}
    union all select id::text from payments where booking_id = ${booking}
    union all select refunds.id::text from refunds join payments on payments.id = payment_id where booking_id = ${booking}
    union all select id::text from tasks where booking_id = ${booking}))`
}

function idOf(named: string) {
  return named.includes('@') ? sql<string>`(select id from users where lower(email) = ${comparedAddress(named)})` : sql<string>`${named}`
}
