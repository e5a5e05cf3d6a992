import type { Day } from '#shared/dates.ts'
import { sql } from 'kysely'
import { partyText, pickupText } from '#shared/bookings/bought.ts'
import { departureId } from '#shared/tours/departures.ts'
import type { Manifest } from '#shared/bookings/manifests.ts'
import { csvLine } from '#server/lib/csv.ts'
import type { Trx } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { showPhone } from '#server/lib/phones.ts'
import { boughtOf, toBought } from '../lines/queries.ts'
import { contactPhone } from '../queries.ts'
import { notesOf } from '../notes/queries.ts'

/** Throws 404. */
export async function getManifestTour(trx: Trx, tourId: string) {
  const tour = await trx.selectFrom('tours').select(['name', 'facts']).where('id', '=', tourId).executeTakeFirst()
  if (!tour) throw notFound('Departure')
  return tour
}

/** Throws 404 for an unknown tour. */
export async function getManifest(trx: Trx, tourId: string, day: Day): Promise<Manifest> {
  const tour = await getManifestTour(trx, tourId)
  const rows = await trx
    .selectFrom('tour_bookings')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('booking_contacts', 'booking_contacts.booking_id', 'bookings.id')
    .select(['bookings.id', 'reference', 'guests', 'traveller_names', 'users.name'])
    .select((eb) => eb.fn.coalesce('booking_contacts.email', 'users.email').as('email'))
    .select(contactPhone)
    .select(boughtOf.as('bought'))
    .select(notesOf)
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('bookings.status', '=', 'confirmed')
    .orderBy(sql`start_time nulls first`)
    .orderBy('option_name')
    .orderBy('users.name')
    .orderBy('reference')
    .execute()
  return {
    departureId: departureId(tourId, day),
    tour: tour.name,
    date: day,
    people: rows.reduce((sum, { guests }) => sum + guests, 0),
    bookings: rows.map(({ id, reference, guests, traveller_names, name, email, phone, phone_number, staff_notes, bought }) => ({
      id,
      reference,
      guests,
      ...toBought(bought),
      travellers: traveller_names,
      contact: { name, email: realAddress(email), phone: showPhone(phone, phone_number) },
      notes: staff_notes.map(({ body }) => body),
    })),
  }
}

/** Others read the columns by their place, so that new ones go to the end. */
const HEADINGS = ['Reference', 'Traveller', 'Booked by', 'Email', 'Phone', 'Notes', 'Start', 'Option', 'Party', 'Pickup']

export function manifestLines({ bookings }: Manifest): string[] {
  const seats = bookings.flatMap(({ reference, guests, travellers, contact, notes, option, lines = [] }) =>
    Array.from({ length: guests }, (_, seat) => [
      reference,
      travellers[seat] ?? '',
      contact.name,
      contact.email ?? '',
      contact.phone?.text ?? '',
      notes.join('; '),
      option?.startTime ?? '',
      option?.name ?? '',
      partyText(lines),
      (option && pickupText(option)) ?? '',
    ]),
  )
  return [HEADINGS, ...seats].map((row) => csvLine(row))
}
