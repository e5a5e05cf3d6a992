import { sql } from 'kysely'
import { dayIn, longDay } from '#shared/dates.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'
import { ticksOf } from './attendance.ts'
import { notesOf } from './notes.ts'
import { isToCome } from './records.ts'

/** Replaces the details of a move that bookkeeping does not need and that would lead to someone's door. */
const REMOVED = 'Removed'

/** Keeps a deleted person's bookings for bookkeeping, without names, addresses and free text. */
export function bookingPersonalData({ AGENCY_TIME_ZONE }: Deps['config']): PersonalData {
  return {
    async export(db, userId) {
      const own = db.selectFrom('bookings').select('id').where('user_id', '=', userId)
      const rows = await own.orderBy('created_at').orderBy('id').execute()
      return { bookings: inPages(rows, async (ids) => listBookings(db, ids)) }
    },

    async findObstacle(trx, userId, now) {
      const today = dayIn(AGENCY_TIME_ZONE, now)
      const row = await trx
        .selectFrom('bookings')
        .select(['reference', 'title', 'status', 'starts_on'])
        .where('user_id', '=', userId)
        .where((eb) =>
          eb.or([
            eb.and([eb('kind', '=', 'tour'), eb('status', '=', 'pending')]),
            eb.and([eb('status', '=', 'confirmed'), eb.or([eb('kind', '=', 'vehicle'), isToCome('bookings', { now, today })])]),
          ]),
        )
        .orderBy('starts_on')
        .executeTakeFirst()
      if (!row) return undefined
      const what = `${row.title} (${row.reference}) on ${longDay(row.starts_on)}`
      return row.status === 'pending'
        ? `You haven’t finished paying for ${what}. Please pay or release the seats in My Bookings first.`
        : `You have a booking: ${what}. Please cancel it in My Bookings first, or delete your account afterwards.`
    },

    async forget(trx, userId) {
      const own = trx.selectFrom('bookings').select('id').where('user_id', '=', userId)
      await trx.updateTable('bookings').set({ cancel_reason: null }).where('user_id', '=', userId).execute()
      await trx.deleteFrom('booking_notes').where('booking_id', 'in', own).execute()
      await trx.deleteFrom('booking_contacts').where('booking_id', 'in', own).execute()
      const noTravellers = { traveller_names: [], journey_phone: null, journey_phone_number: null }
      await trx.updateTable('tour_bookings').set(noTravellers).where('booking_id', 'in', own).execute()
      await trx
        .updateTable('vehicle_bookings')
        .set({
          contact_name: null,
          contact_email: null,
          contact_phone: null,
          pickup_location: REMOVED,
          dropoff_location: REMOVED,
          // Keeps the district but not the street.
          pickup_pincode: sql<string>`left(replace(pickup_pincode, ' ', ''), -3)`,
          dropoff_pincode: sql<string>`left(replace(dropoff_pincode, ' ', ''), -3)`,
          item_details: sql`jsonb_set(item_details, '{items}', '[]')`,
          notes: '',
          request_hash: '',
        })
        .where('booking_id', 'in', own)
        .execute()
      return undefined
    },

    async forgetTyped(trx, userId) {
      const own = trx.selectFrom('bookings').select('id').where('user_id', '=', userId)
      // Until now, emails about a move went only to the account; now they would go to this contact.
      await trx.updateTable('vehicle_bookings').set({ contact_name: null, contact_email: null }).where('booking_id', 'in', own).execute()
      // Phone numbers taken down by staff were not entered by the person who signed up.
      const reserved = trx.selectFrom('reservations').select('booking_id')
      await trx
        .updateTable('tour_bookings')
        .set({ journey_phone: null, journey_phone_number: null })
        .where('booking_id', 'in', own)
        .where('booking_id', 'not in', reserved)
        .execute()
      return undefined
    },

    async moveEmail(trx, userId, from, to) {
      const own = trx.selectFrom('bookings').select('id').where('user_id', '=', userId)
      await trx
        .updateTable('vehicle_bookings')
        .set({ contact_email: to })
        .where('booking_id', 'in', own)
        .where((eb) => eb(eb.fn<string>('lower', ['contact_email']), '=', from.toLowerCase()))
        .execute()
      await trx
        .updateTable('booking_contacts')
        .set({ email: to })
        .where('booking_id', 'in', own)
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', from.toLowerCase()))
        .execute()
    },
  }
}

async function listBookings(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('bookings')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .leftJoin('booking_contacts', 'booking_contacts.booking_id', 'bookings.id')
    .select(['booking_contacts.email as own_contact', 'wanted_email', 'tour_bookings.journey_phone as own_phone'])
    .selectAll(['tour_bookings', 'vehicle_bookings'])
    .selectAll('bookings')
    .select(notesOf)
    .select(ticksOf)
    .where(isOneOf('bookings.id', ids))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    title: row.title,
    status: row.status,
    startsOn: row.starts_on,
    total: centsToDecimal(row.total_cents),
    currency: row.currency,
    bookedAt: row.created_at,
    cancelReason: row.cancel_reason,
    emailsTo: row.own_contact,
    emailsAskedFor: row.wanted_email,
    staffNotes: row.staff_notes.map(({ body }) => body),
    ...(row.kind === 'tour'
      ? { guests: row.guests, travellers: row.traveller_names, phone: row.own_phone, attendance: row.ticks }
      : {
          contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
          pickup: { at: row.pickup_at, location: row.pickup_location, pincode: row.pickup_pincode },
          dropoff: { at: row.dropoff_at, location: row.dropoff_location, pincode: row.dropoff_pincode },
          itemDetails: row.item_details,
          notes: row.notes,
          decisionReason: row.decision_reason,
        }),
  }))
}
