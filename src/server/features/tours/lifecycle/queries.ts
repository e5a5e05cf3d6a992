import type { Day } from '#shared/dates.ts'
import type { DeactivationPreview } from '#shared/tours/staff.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import type { ListReserved } from '../departures/departures.ts'

/** `today` is in the agency's time zone. Throws 404. */
export async function getDeactivationPreview(
  db: Database,
  tourId: string,
  today: Day,
  listReservedSeats: ListReserved,
): Promise<DeactivationPreview> {
  const tour = await db.selectFrom('tours').select('id').where('id', '=', tourId).executeTakeFirst()
  if (!tour) throw notFound('Tour')
  const reserved = await listReservedSeats(db, { from: today, tour: tourId })
  const sum = (of: 'bookings' | 'seats') => reserved.reduce((total, each) => total + each[of], 0)
  const [reservations, reservedSeats] = [sum('bookings'), sum('seats')]
  const { pending, pendingSeats, ...booked } = await db
    .selectFrom('tour_bookings')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(({ fn, lit }) => {
      const guests = (status: 'pending' | 'confirmed') => fn.coalesce(fn.sum<number>('guests').filterWhere('status', '=', status), lit(0))
      return [
        fn.countAll<number>().filterWhere('status', '=', 'pending').as('pending'),
        guests('pending').as('pendingSeats'),
        fn.countAll<number>().filterWhere('status', '=', 'confirmed').as('bookings'),
        guests('confirmed').as('guests'),
      ]
    })
    .where('tour_id', '=', tourId)
    .where('departs_on', '>=', today)
    .where('status', 'in', ['pending', 'confirmed'])
    .executeTakeFirstOrThrow()
  return {
    openCheckouts: Math.max(0, pending - reservations),
    heldSeats: Math.max(0, pendingSeats - reservedSeats),
    reservations,
    reservedSeats,
    ...booked,
  }
}
