import type { PersonalData } from '#server/lib/personal-data.ts'
import { withdrawQuotes } from './commands.ts'

/** A person's quotes: what the bookings do not hold already. Open requests and offers end with the account, and so do their links. */
export const quotePersonalData: PersonalData = {
  export: async () => ({}),
  findObstacle: async () => undefined,
  async forget(trx, userId, now) {
    await withdrawQuotes(trx, userId, now)
    await trx
      .deleteFrom('quote_links')
      .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where('user_id', '=', userId))
      .execute()
    return undefined
  },
}
