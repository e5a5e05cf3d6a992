import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { dayIn, type Day } from '#shared/dates.ts'
import { centsToUnits, unitsToCents } from '#shared/money.ts'
import { extraPictureIds } from '#shared/tours/offers/extra-pictures.ts'
import { fromPriceCents } from '#shared/tours/offers/from-price.ts'
import { sellingFaults } from '#shared/tours/offers/selling-faults.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import * as calls from '#shared/tours/staff-calls.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { pagesOf, workAlone } from '#server/lib/sweeps.ts'
import { requireTaxCategory } from '#server/features/settings/taxes.ts'
import { resizeDepartures } from '../departures/changes.ts'
import { askForPrice } from '../prices.ts'
import { lockTour, noteChange, type TourChangeBy } from './editing.ts'
import { getEditedTour, getStaffTour } from './staff-tours.ts'
import { refuseUnknownPictures } from '../pictures/pictures.ts'

/** Injected by bookings, whose seats and extras these are: see `bringDaysInLine` there. */
export type BringDaysInLine = (trx: Trx, tourId: string, selling: Selling, how: { today: Day; wasSimple: boolean }) => Promise<void>

export function sellingCalls(serving: Serving, deps: Deps, parts: { bringDaysInLine: BringDaysInLine }): void {
  serving.change(
    calls.sellTour,
    async ({ trx, actor, params, body }) => {
      const now = deps.now()
      await sellTour({ ...deps, ...parts }, trx, { tourId: params.id, version: body.version, actor, now }, body.selling)
      return getStaffTour(trx, params.id, dayIn(deps.config.AGENCY_TIME_ZONE, now))
    },
    { bodyLimit: LONG_BODY_BYTES },
  )
}

/**
 * Writes what a tour sells, with its price "from" and its largest group, and brings the days to come that have been booked in line. Does
 * nothing if nothing differs. Throws what `lockTour` throws, 400 for what does not fit together or is unknown, and 409 `options_booked` if
 * the options are to go although days to come have been booked by them.
 */
async function sellTour(
  { bringDaysInLine, ...deps }: Pick<Deps, 'queue' | 'config'> & { bringDaysInLine: BringDaysInLine },
  trx: Trx,
  by: TourChangeBy,
  selling: Selling | null,
): Promise<void> {
  const before = await lockTour(trx, by)
  if (isDeepStrictEqual(before.selling, selling)) return
  const today = dayIn(selling?.timeZone ?? deps.config.AGENCY_TIME_ZONE, by.now)
  const fields = { ...before.fields }
  if (selling) {
    await refuseFaults(trx, selling)
    await trx
      .insertInto('tour_selling')
      .values({ tour_id: by.tourId, content: JSON.stringify(selling), updated_at: by.now })
      .onConflict((conflict) => conflict.column('tour_id').doUpdateSet({ content: JSON.stringify(selling), updated_at: by.now }))
      .execute()
    fields.basePrice = centsToUnits(fromPriceCents(selling, today))
    fields.maxPeople = Math.max(...selling.capacityGroups.map(({ seats }) => seats))
    await bringDaysInLine(trx, by.tourId, selling, { today, wasSimple: before.selling === null })
  } else {
    await refuseBookedSlots(trx, by.tourId, today)
    await trx.deleteFrom('tour_selling').where('tour_id', '=', by.tourId).execute()
    // Their seats were those of the options, which may not have run on all of them.
    await resizeDepartures(trx, by.tourId, fields.maxPeople, today)
  }
  await writePrice(trx, by.tourId, fields)
  await noteChange(trx, by, { change: 'edited', fields: ['selling'] }, before.fields, fields)
  if (fields.basePrice !== before.fields.basePrice && before.status === 'published') await askForPrice(deps, trx, before)
}

/** A season that has passed no longer says where the prices of a tour begin. Each place has its own midnight. */
export async function refreshFromPrices(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const read = async (limit: number, after?: { id: string }) =>
    deps.db
      .selectFrom('tour_selling')
      .select('tour_id as id')
      .$if(after !== undefined, (query) => query.where('tour_id', '>', after?.id ?? ''))
      .orderBy('tour_id')
      .limit(limit)
      .execute()
  for await (const page of pagesOf(read, { stopping })) {
    await workAlone(
      deps,
      'to refresh the price of a tour',
      page,
      async (trx, { id }) => void (await refreshFromPrice(deps, trx, id, deps.now())),
    )
  }
}

/** Brings the price "from" of a tour in line with the days that are still to come. Returns whether it changed. */
async function refreshFromPrice(deps: Pick<Deps, 'queue'>, trx: Trx, tourId: string, now: Date): Promise<boolean> {
  const { selling, fields, ...tour } = await getEditedTour(trx, tourId)
  if (!selling) return false
  const basePrice = centsToUnits(fromPriceCents(selling, dayIn(selling.timeZone, now)))
  if (basePrice === fields.basePrice) return false
  await writePrice(trx, tourId, { ...fields, basePrice })
  if (tour.status === 'published') await askForPrice(deps, trx, tour)
  return true
}

async function writePrice(trx: Trx, tourId: string, { basePrice, maxPeople }: { basePrice: number; maxPeople: number }): Promise<void> {
  await trx
    .updateTable('tours')
    .set({ base_price_cents: unitsToCents(basePrice), max_people: maxPeople })
    .where('id', '=', tourId)
    .execute()
}

async function refuseFaults(trx: Trx, selling: Selling): Promise<void> {
  const issues = sellingFaults(selling).map(({ path, message }) => ({ path: `selling.${path}`, message }))
  if (issues.length > 0) throw new AppError('validation_failed', issues[0]?.message ?? '', { issues })
  await refuseUnknownPictures(trx, extraPictureIds(selling))
  for (const { taxCategoryId } of selling.extras) await requireTaxCategory(trx, taxCategoryId)
}

async function refuseBookedSlots(trx: Trx, tourId: string, today: Day): Promise<void> {
  const { booked } = await trx
    .selectFrom('departure_slots')
    .select(sql<number>`count(distinct departs_on)`.as('booked'))
    .where('tour_id', '=', tourId)
    .where('departs_on', '>=', today)
    .executeTakeFirstOrThrow()
  if (booked === 0) return
  const days = booked === 1 ? 'One upcoming day has' : `${booked} upcoming days have`
  throw new AppError('options_booked', `${days} bookings for these options, so the tour can’t switch to a single price.`)
}
