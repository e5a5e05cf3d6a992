import { sql, type Insertable, type QueryCreator } from 'kysely'
import { daysBefore, type Day } from '#shared/dates.ts'
import { PAY_BY, PAYMENT_METHODS } from '#shared/payments/methods.ts'
import type { DB, Reservations } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'

export type Reservation = NonNullable<Awaited<ReturnType<typeof findReservation>>>

export async function findReservation(db: Database | Trx, bookingId: string) {
  return db.selectFrom('reservations').select(['pay_by', 'due_at']).where('booking_id', '=', bookingId).executeTakeFirst()
}

export async function isJustMadeBy(db: Database | Trx, bookingId: string, accountId: string | null, since: Date): Promise<boolean> {
  const made = await db
    .selectFrom('reservations')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('booking_id')
    .where('booking_id', '=', bookingId)
    .where('made_by', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return made !== undefined
}

/** Returns whether staff are still keeping the booking's seats. */
export async function isKept(db: Database | Trx, bookingId: string, now: Date): Promise<boolean> {
  const reservation = await findReservation(db, bookingId)
  return reservation !== undefined && reservation.due_at > now
}

export async function findReservationByKey(db: Database, key: string) {
  return db
    .selectFrom('reservations')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['booking_id', 'reference', 'due_at'])
    .where('request_key', '=', key)
    .executeTakeFirst()
}

export async function listReservedSeats(db: Database | Trx, { from, to, tour }: { from: Day; to?: Day; tour?: string | undefined }) {
  return db
    .selectFrom('reservations')
    .innerJoin('bookings', 'bookings.id', 'reservations.booking_id')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .select(['tour_id as tourId', 'departs_on as day'])
    .select(({ fn }) => [fn.countAll<number>().as('bookings'), fn.sum<number>(fn.coalesce('seats', 'guests')).as('seats')])
    .where('status', '=', 'pending')
    .where('departs_on', '>=', from)
    .$if(to !== undefined, (query) => query.where('departs_on', '<=', to ?? from))
    .$if(tour !== undefined, (query) => query.where('tour_id', '=', tour ?? ''))
    .groupBy(['tour_id', 'departs_on'])
    .execute()
}

export interface UnpaidReservation {
  /** Id of the booking. */
  id: string
  /** As text, because a Date would lose the microseconds. */
  due: string
}

/** Returns a page of bookings whose payment deadline has passed, longest overdue first, continuing after `after`. */
export async function listDueReservations(db: Database, now: Date, limit: number, after?: UnpaidReservation): Promise<UnpaidReservation[]> {
  return unpaid(db, limit, after).where('due_at', '<=', now).execute()
}

const REMINDED = PAY_BY.filter((method) => PAYMENT_METHODS[method].isEmailed)

/**
 * Returns a page of bookings due within a day whose customers need a reminder, except those made at short notice. Paged
 * like `listDueReservations`.
 */
export async function listForgottenReservations(
  db: Database,
  now: Date,
  limit: number,
  after?: UnpaidReservation,
): Promise<UnpaidReservation[]> {
  return unpaid(db, limit, after)
    .where('due_at', '>', now)
    .where('due_at', '<=', daysBefore(now, -1))
    .where('bookings.created_at', '<=', daysBefore(now, 1))
    .where('reminded_at', 'is', null)
    .where('pay_by', 'in', REMINDED)
    .execute()
}

function unpaid(db: Database, limit: number, after: UnpaidReservation | undefined) {
  return db
    .selectFrom('reservations')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['booking_id as id', sql<string>`due_at::text`.as('due')])
    .where('status', '=', 'pending')
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(due_at, booking_id) > (${after?.due}::timestamptz, ${after?.id}::uuid)`))
    .orderBy('due_at')
    .orderBy('booking_id')
    .limit(limit)
}

/** Builds the insert as part of the statement that books, so that the seats are held until `due_at`. */
export function insertingReservation(creator: QueryCreator<DB>, reservation: Insertable<Reservations>) {
  return creator.insertInto('reservations').values(reservation)
}

/** Moves the deadline of a reservation to `earliest` if it is before that. Returns the deadline. */
export async function keepUntil(trx: Trx, bookingId: string, earliest: Date): Promise<Date> {
  const { due_at } = await trx
    .updateTable('reservations')
    .set({ due_at: sql<Date>`greatest(due_at, ${earliest})` })
    .where('booking_id', '=', bookingId)
    .returning('due_at')
    .executeTakeFirstOrThrow()
  return due_at
}

/** Returns false if a reminder was already sent. */
export async function noteReminder(trx: Trx, bookingId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reservations')
    .set({ reminded_at: now })
    .where('booking_id', '=', bookingId)
    .where('reminded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
