import { sql } from 'kysely'
import { partyText, pickupText } from '#shared/bookings/bought.ts'
import type { Manifest } from '#shared/bookings/manifests.ts'
import type { Day } from '#shared/dates.ts'
import * as calls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { decideAs, type Actor } from '#server/lib/actors.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import type { Trx } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { showPhone } from '#server/lib/phones.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { namedDeparture } from '#server/features/tours/departures/departures.ts'
import { boughtOf, toBought } from './lines.ts'
import { notesOf } from './notes.ts'
import { contactPhone } from './contacts.ts'

export function manifestCalls({ change, flow }: Serving): void {
  change(calls.readManifest, async ({ trx, actor, params }) => readManifest(trx, actor, params.id))
  flow(calls.downloadManifest, async ({ deps: { db }, actor, params: { id }, reply }) => {
    const manifest = await decideAs(db, actor, calls.downloadManifest.may, async (trx) => readManifest(trx, actor, id))
    void reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName(id, manifest)}"`)
      .header('cache-control', 'no-store')
    return BYTE_ORDER_MARK + manifestLines(manifest).join('')
  })
}

/** Audits the reading in the same transaction. */
async function readManifest(trx: Trx, actor: Actor, id: string): Promise<Manifest> {
  const { tourId, day } = namedDeparture(id)
  const manifest = await getManifest(trx, tourId, day)
  await recordReading(trx, actor, manifest)
  return manifest
}

/** `guideLinkId` is the link of a guide who has no account. */
export async function recordReading(
  trx: Trx,
  actor: Actor,
  { departureId: id, bookings, people }: Pick<Manifest, 'departureId' | 'people'> & { bookings: readonly unknown[] },
  guideLinkId?: string,
): Promise<void> {
  await recordAudit(trx, {
    actor,
    action: 'manifest.read',
    subject: { kind: 'departure', id },
    after: { bookings: bookings.length, people, ...(guideLinkId !== undefined && { guideLinkId }) },
  })
}

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

/** Consumers read columns by position, so add new ones at the end. */
const HEADINGS = ['Reference', 'Traveller', 'Booked by', 'Email', 'Phone', 'Notes', 'Start', 'Option', 'Party', 'Pickup']

function manifestLines({ bookings }: Manifest): string[] {
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

/** "travellers-tokyo-2026-11-28-0800-1400.csv": the tour, the day and the start times with bookings. */
function fileName(id: string, { date, bookings }: Manifest): string {
  const tour = namedDeparture(id).tourId.replaceAll(/[^\w-]+/g, '-')
  const times = new Set(bookings.flatMap(({ option }) => option?.startTime?.replace(':', '') ?? []))
  return `${['travellers', tour, date, ...times].join('-')}.csv`
}
