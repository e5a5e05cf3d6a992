import { sql } from 'kysely'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** Throws 400 unless all of these pictures exist. They stay until the transaction has ended: unused ones are removed at night. */
export async function refuseUnknownPictures(trx: Trx, ids: readonly string[]): Promise<void> {
  const found = await trx
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  const message = 'A picture of this tour does not exist any more. Please upload it again.'
  throw new AppError('validation_failed', message, { issues: unknown.map((id) => ({ path: `pictures.${id}`, message })) })
}

/** Returns which of these pictures nobody has described. */
export async function listUndescribed(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('alt', '=', '')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
