import { centsToDecimal } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { forgetDecisionReasons } from '#server/features/bookings/vehicle-bookings.ts'
import { withdrawQuotes } from './endings.ts'

/**
 * The parts of a person's quotes that their bookings do not hold. Open requests and offers end with the account, along
 * with their links and what was written to the person; who decided what, at what price, is kept.
 */
export const quotePersonalData: PersonalData = {
  export: async (db, userId) => ({ quoteDecisions: await listOwnDecisions(db, userId) }),
  findObstacle: async () => undefined,
  async forget(trx, userId, now) {
    await withdrawQuotes(trx, userId, now)
    const own = trx.selectFrom('bookings').select('id').where('user_id', '=', userId)
    await trx.deleteFrom('quote_links').where('booking_id', 'in', own).execute()
    await trx.updateTable('quote_decisions').set({ reason: null }).where('booking_id', 'in', own).execute()
    await forgetDecisionReasons(trx, userId)
    return undefined
  },
}

/** Returns what was decided about a person's requests, in the form the person may see. */
export async function listOwnDecisions(db: Database, userId: string) {
  const rows = await db
    .selectFrom('quote_decisions')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['reference', 'decision', 'quote_decisions.total_cents', 'currency', 'reason', 'decided_at'])
    .where('user_id', '=', userId)
    .orderBy('quote_decisions.id')
    .execute()
  return rows.map(({ total_cents, decided_at, ...row }) => ({ ...row, total: centsToDecimal(total_cents), decidedAt: decided_at }))
}
