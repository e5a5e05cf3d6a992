import type { PersonalData } from '#server/lib/personal-data.ts'
import { forgetDecisionReasons } from '#server/features/bookings/vehicles/commands.ts'
import { withdrawQuotes } from './commands.ts'
import { listOwnDecisions } from './queries.ts'

/**
 * A person's quotes: what the bookings do not hold already. Open requests and offers end with the account, and so do their links and
 * what was written to them; who decided what, and at what price, stays.
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
