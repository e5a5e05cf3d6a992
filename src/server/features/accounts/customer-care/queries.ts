import type { Kysely } from 'kysely'
import type { DB } from '#server/lib/db-types.ts'
import { notFound } from '#server/lib/errors.ts'

/** Throws 404 unless the account is a traveller's; staff accounts are for administrators. */
export async function requireTraveller(db: Kysely<DB>, userId: string): Promise<void> {
  if (!(await travellers(db).select('id').where('id', '=', userId).executeTakeFirst())) throw notFound('Customer')
}

/** Excludes deleted and disabled accounts. */
export function travellers(db: Kysely<DB>) {
  return db.selectFrom('users').where('role', '=', 'customer').where('deleted_at', 'is', null).where('disabled_at', 'is', null)
}
