import { sql } from 'kysely'
import { dayIn, type Day } from '#shared/dates.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import * as calls from '#shared/tours/staff-calls.ts'
import { NEW_TOUR, type DeactivationPreview, type StaffTourDetails, type TourFields } from '#shared/tours/staff.ts'
import { findNewCurrency } from '#server/features/settings/settings.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import type { ListReserved } from '../departures/departures.ts'
import { askForPrice } from '../prices.ts'
import { askToForget, listWords } from '../search/known-words.ts'
import { toWords } from '../search/search-text.ts'
import { toTourColumns } from '../tour-rows.ts'
import { findMissing, lockTour, noteChange, refuseMissing, writeFields, type TourChangeBy } from './editing.ts'
import { getEditedTour, getStaffTour } from './staff-tours.ts'

const MAX_ID_LENGTH = 80
const MAX_NAME_LENGTH = 200
const COPY = 'Copy of '

type By = Pick<TourChangeBy, 'actor' | 'now'>

export function lifecycleCalls(serving: Serving, deps: Deps, { listReservedSeats }: { listReservedSeats: ListReserved }): void {
  const { config, now } = deps
  const read = async (trx: Trx, id: string): Promise<StaffTourDetails> => getStaffTour(trx, id, dayIn(config.AGENCY_TIME_ZONE, now()))

  serving.change(calls.createTour, async ({ trx, actor, body }) => read(trx, await createTour(trx, { actor, now: now() }, body)))
  serving.change(calls.duplicateTour, async ({ trx, actor, params }) =>
    read(trx, await duplicateTour(trx, { actor, now: now() }, params.id)),
  )
  serving.change(calls.publishTour, async ({ trx, actor, params: { id }, body: { version } }) => {
    await publishTour(deps, trx, { tourId: id, version, actor, now: now() })
    return read(trx, id)
  })
  serving.read(calls.previewDeactivation, async ({ db, params }) =>
    getDeactivationPreview(db, params.id, dayIn(config.AGENCY_TIME_ZONE, now()), listReservedSeats),
  )
  serving.change(calls.deactivateTour, async ({ trx, actor, params: { id }, body: { version } }) => {
    await deactivateTour(deps, trx, { tourId: id, version, actor, now: now() })
    return read(trx, id)
  })
}

/** Creates a draft at the end of the list. Its id is derived from its name and stays in its URL permanently. */
async function createTour(trx: Trx, by: By, start: Pick<TourFields, 'name' | 'destination'>): Promise<string> {
  const currency = await findNewCurrency(trx)
  return insertDraft(trx, by, start.name, { ...NEW_TOUR, currency, ...start })
}

/** Creates a draft from another tour, with its pictures and rules but without listed dates, which belong to the original. Throws 404. */
async function duplicateTour(trx: Trx, by: By, tourId: string): Promise<string> {
  const { fields } = await getEditedTour(trx, tourId)
  const runs = withoutDates(fields.runs)
  return insertDraft(trx, by, fields.name, { ...fields, runs, name: `${COPY}${fields.name}`.slice(0, MAX_NAME_LENGTH) })
}

function withoutDates(runs: TourRuns): TourRuns {
  if (runs.kind === 'rules' && runs.rules.length > 0) return { ...runs, also: [], except: [] }
  return runs.kind === 'dates' || runs.kind === 'rules' ? NEW_TOUR.runs : runs
}

async function insertDraft(trx: Trx, by: By, named: string, fields: TourFields): Promise<string> {
  const base = toId(named, fields.destination)
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('tours')
      .values({
        ...toTourColumns(fields),
        id,
        is_active: false,
        published_at: null,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from tours where is_active)`,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) continue
    await writeFields(trx, id, fields)
    await noteChange(trx, { ...by, tourId: id, version: 1 }, { change: 'created' }, undefined, fields)
    return id
  }
}

/** Builds a URL segment: "Réunion, on foot" → "reunion-on-foot". A single word is too vague, so the destination is added. */
function toId(name: string, destination: string): string {
  const words = latinWords(name)
  if (words.length < 2) words.push(...latinWords(destination))
  return words.join('-').slice(0, MAX_ID_LENGTH).replace(/-$/, '') || 'tour'
}

function latinWords(text: string): string[] {
  return toWords(text).filter((word) => /^[a-z0-9]+$/.test(word))
}

/** For the first time or again. Throws the same errors as `lockTour`, and 400 for an incomplete tour. */
async function publishTour(deps: Pick<Deps, 'queue'>, trx: Trx, by: TourChangeBy): Promise<void> {
  const tour = await lockTour(trx, by)
  if (tour.status === 'published') return
  refuseMissing(await findMissing(trx, tour.fields))
  await trx
    .updateTable('tours')
    .set({ is_active: true, published_at: tour.published_at ?? by.now })
    .where('id', '=', by.tourId)
    .execute()
  await noteChange(trx, by, { change: 'published' })
  await askForPrice(deps, trx, tour)
}

/**
 * Takes a tour off the site. The next reconciliation run closes its open checkouts: payments made by then count, later ones are refunded.
 * Bookings stay. Throws the same errors as `lockTour`, and 409 `tour_changed` for a draft, which no one sees.
 */
async function deactivateTour(deps: Pick<Deps, 'queue'>, trx: Trx, by: TourChangeBy): Promise<void> {
  const tour = await lockTour(trx, by)
  if (tour.status === 'off') return
  if (tour.status === 'draft') throw new AppError('tour_changed', 'This tour is a draft, so travellers can’t see it.')
  const words = await listWords(trx, by.tourId)
  await trx.updateTable('tours').set({ is_active: false, withdrawn_at: by.now }).where('id', '=', by.tourId).execute()
  await askToForget(deps, trx, by.tourId, words)
  await noteChange(trx, by, { change: 'deactivated' })
}

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
  const total = (of: 'bookings' | 'seats') => reserved.reduce((sum, each) => sum + each[of], 0)
  const [reservations, reservedSeats] = [total('bookings'), total('seats')]
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
