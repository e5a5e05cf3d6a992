import { sql } from 'kysely'
import type { Trx } from '#server/lib/db.ts'
import { codeNotValid, USED_BEFORE, USED_UP } from './queries.ts'

/**
 * Counts a code for a booking that has just been made. Throws 400 `code_not_valid` if others have used it up meanwhile, or the person has
 * used it. The code is locked last (`ledger.md`); one that may be used any number of times is not locked at all.
 */
export async function takeCode(trx: Trx, codeId: string, { bookingId, userId }: { bookingId: string; userId: string }): Promise<void> {
  if (!(await countUse(trx, codeId))) throw codeNotValid(USED_UP)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('code_uses')
    .columns(['booking_id', 'code_id', 'user_id', 'is_once'])
    .expression((eb) =>
      eb
        .selectFrom('codes')
        .select([sql<string>`${bookingId}::uuid`.as('booking_id'), 'id', sql<string>`${userId}`.as('user_id'), 'is_once_per_person'])
        .where('id', '=', codeId),
    )
    // Written out: with a parameter the index is not found once the statement has been planned for any value.
    .onConflict((conflict) =>
      conflict
        .columns(['code_id', 'user_id'])
        .where(sql<boolean>`is_once and freed_at is null`)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw codeNotValid(USED_BEFORE)
}

/** Counts one use more. Returns false if there are no more. */
async function countUse(trx: Trx, codeId: string): Promise<boolean> {
  const { rows } = await sql<{ is_limited: boolean; is_counted: boolean }>`
    with counted as (update codes set uses = uses + 1 where id = ${codeId} and uses < most_uses returning id)
    select most_uses is not null as is_limited, exists (select from counted) as is_counted from codes where id = ${codeId}`.execute(trx)
  return rows[0] !== undefined && (rows[0].is_counted || !rows[0].is_limited)
}

/** Makes the code of a booking free again, because its hold has ended or the agency has cancelled it. Does nothing without one. */
export async function freeCode(trx: Trx, bookingId: string, now: Date): Promise<void> {
  await sql`
    with freed as (update code_uses set freed_at = ${now} where booking_id = ${bookingId} and freed_at is null returning code_id)
    update codes set uses = uses - 1 from freed where id = code_id and most_uses is not null`.execute(trx)
}

/** Takes the code of a booking again whose hold had ended. Returns false, and takes nothing, if it is spent. True without one. */
export async function retakeCode(trx: Trx, bookingId: string): Promise<boolean> {
  const use = await trx
    .selectFrom('code_uses')
    .select(['code_id', 'user_id', 'is_once'])
    .where('booking_id', '=', bookingId)
    .where('freed_at', 'is not', null)
    .executeTakeFirst()
  if (!use) return true
  // Whoever uses the same code at the same time waits here, so that the unique index is only the backstop.
  await trx.selectFrom('codes').select('id').where('id', '=', use.code_id).forUpdate().execute()
  const other = trx.selectFrom('code_uses').select('booking_id').where('code_id', '=', use.code_id).where('user_id', '=', use.user_id)
  if (use.is_once && (await other.where('is_once', '=', true).where('freed_at', 'is', null).executeTakeFirst())) return false
  if (!(await countUse(trx, use.code_id))) return false
  await trx.updateTable('code_uses').set({ freed_at: null }).where('booking_id', '=', bookingId).execute()
  return true
}
