import type { Day } from '#shared/dates.ts'
import type { DeactivationPreview } from '#shared/tours/staff.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'

/** Returns how many people deactivation affects; `today` is the agency's. Throws 404. */
export async function getDeactivationPreview(db: Database, tourId: string, today: Day): Promise<DeactivationPreview> {
  const tour = await db.selectFrom('tours').select('id').where('id', '=', tourId).executeTakeFirst()
  if (!tour) throw notFound('Tour')
  return db
    .selectFrom('tour_bookings')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(({ fn, lit }) => {
      const guests = (status: 'pending' | 'confirmed') => fn.coalesce(fn.sum<number>('guests').filterWhere('status', '=', status), lit(0))
      return [
        fn.countAll<number>().filterWhere('status', '=', 'pending').as('openCheckouts'),
        guests('pending').as('heldSeats'),
        fn.countAll<number>().filterWhere('status', '=', 'confirmed').as('bookings'),
        guests('confirmed').as('guests'),
      ]
    })
    .where('tour_id', '=', tourId)
    .where('departs_on', '>=', today)
    .where('status', 'in', ['pending', 'confirmed'])
    .executeTakeFirstOrThrow()
}
