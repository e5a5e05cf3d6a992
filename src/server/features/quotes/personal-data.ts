import type { PersonalData } from '#server/lib/personal-data.ts'
import { forgetDecisionReasons } from '#server/features/bookings/vehicles/commands.ts'
import { withdrawQuotes } from './commands.ts'
import { listOwnDecisions } from './queries.ts'

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
