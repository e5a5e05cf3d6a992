import { sql } from 'kysely'
import type { TourRuns } from '#shared/tours/runs.ts'
import type { TourFields } from '#shared/tours/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { findNewCurrency } from '#server/features/settings/settings.ts'
import { askForPrice, findMissing, lockTour, noteChange, refuseMissing, writeFields, type TourChangeBy } from '../editing/commands.ts'
import { toTourColumns } from '../editing/fields.ts'
import { getEditedTour } from '../editing/queries.ts'
import { askToForget, listWords } from '../search/commands.ts'
import { toWords } from '../search/search-text.ts'

const LONGEST_ID = 80
const LONGEST_NAME = 200
const COPY = 'Copy of '

const EMPTY = {
  duration: 1,
  overview: '',
  tourType: '',
  tags: [],
  termsAndConditions: '',
  basePrice: 0,
  taxCategoryId: null,
  maxPeople: 12,
  leastGroup: null,
  refundPolicy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
  runs: { kind: 'daily' },
  facts: {},
  saleEnd: null,
  images: [],
  itinerary: [],
} as const

export type By = Pick<TourChangeBy, 'actor' | 'now'>

/** Creates a draft at the end of the list. Its id is derived from its name and stays in its URL permanently. */
export async function createTour(trx: Trx, by: By, start: Pick<TourFields, 'name' | 'destination'>): Promise<string> {
  const currency = await findNewCurrency(trx)
  return insertDraft(trx, by, start.name, { ...EMPTY, currency, tags: [], images: [], itinerary: [], ...start })
}

/** Creates a draft from another tour, with its pictures and rules but without listed dates, which belong to the original. Throws 404. */
export async function duplicateTour(trx: Trx, by: By, tourId: string): Promise<string> {
  const { fields } = await getEditedTour(trx, tourId)
  const runs = withoutDates(fields.runs)
  return insertDraft(trx, by, fields.name, { ...fields, runs, name: `${COPY}${fields.name}`.slice(0, LONGEST_NAME) })
}

function withoutDates(runs: TourRuns): TourRuns {
  if (runs.kind === 'rules' && runs.rules.length > 0) return { ...runs, also: [], except: [] }
  return runs.kind === 'dates' || runs.kind === 'rules' ? EMPTY.runs : runs
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
  return words.join('-').slice(0, LONGEST_ID).replace(/-$/, '') || 'tour'
}

function latinWords(text: string): string[] {
  return toWords(text).filter((word) => /^[a-z0-9]+$/.test(word))
}

/** For the first time or again. Throws the same errors as `lockTour`, and 400 for an incomplete tour. */
export async function publishTour(deps: Pick<Deps, 'queue'>, trx: Trx, by: TourChangeBy): Promise<void> {
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
 * Bookings stay. Throws the same errors as `lockTour`, and 409 `tour_changed` for a draft, which nobody sees.
 */
export async function deactivateTour(deps: Pick<Deps, 'queue'>, trx: Trx, by: TourChangeBy): Promise<void> {
  const tour = await lockTour(trx, by)
  if (tour.status === 'off') return
  if (tour.status === 'draft') throw new AppError('tour_changed', 'This tour is a draft, so travellers can’t see it.')
  const words = await listWords(trx, by.tourId)
  await trx.updateTable('tours').set({ is_active: false, withdrawn_at: by.now }).where('id', '=', by.tourId).execute()
  await askToForget(deps, trx, by.tourId, words)
  await noteChange(trx, by, { change: 'deactivated' })
}
