import { type RawBuilder, sql } from 'kysely'
import { comparedAddress } from '#shared/accounts/email-addresses.ts'
import type { Database } from '#server/lib/db.ts'
import { digitsSought } from '#server/lib/phones.ts'
import { firstFulfilled, formOf, readSought, type Sought } from '#server/lib/search-forms.ts'

/** As in the index on `users`. */
const PERSON = formOf(sql`name || ' ' || email`)

/** The owner of a whole email address; failing that, the accounts that `asTyped` matches. */
export interface SoughtPeople {
  isOwner: boolean
  asTyped: RawBuilder<boolean>
}

/** Conditions on `users` for the text in a name, an address or a phone number. */
export async function soughtPeople(db: Database, text: string, sought: Sought): Promise<SoughtPeople> {
  // Thousands of addresses share every part of a whole address, so searching for its parts would be slow.
  const owner = text.includes('@') ? await findOwner(db, comparedAddress(text)) : undefined
  if (owner !== undefined) return { isOwner: true, asTyped: sql<boolean>`users.id = ${owner}` }
  const digits = digitsSought(text)
  const named = sought.isIn(PERSON)
  return { isOwner: false, asTyped: digits === undefined ? named : sql<boolean>`(${named} or phone_number like ${`%${digits}%`})` }
}

/** Condition on `users` for names and addresses one slip of the keyboard away. */
export function mistypedPeople(sought: Sought): RawBuilder<boolean> {
  return sought.isNearly(PERSON)
}

/** Condition on `users`: people as typed, or else those whose name or address was mistyped. */
export async function looksFor(db: Database, text: string): Promise<RawBuilder<boolean>> {
  const sought = await readSought(db, text)
  const { isOwner, asTyped } = await soughtPeople(db, text, sought)
  if (isOwner) return asTyped
  return firstFulfilled(db, 'users', sought.mayBeMistyped ? [asTyped, mistypedPeople(sought)] : [asTyped])
}

/** Includes deleted accounts, because their bookings can still be found. */
async function findOwner(db: Database, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .executeTakeFirst()
  return row?.id
}
