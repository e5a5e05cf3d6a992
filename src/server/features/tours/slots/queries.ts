import { sql } from 'kysely'
import type { SoldTour } from '#shared/tours/offers/option-days.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { leadingUnit } from '#shared/tours/offers/from-price.ts'
import { sellingOfSimple } from '#shared/tours/offers/simple-tours.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { RUN_COLUMNS, SALE_COLUMNS, toRuns, toSaleEnd } from '../tour-rows.ts'

/** Returns null for a tour with one price. */
export async function findSelling(db: Database | Trx, tourId: string): Promise<Selling | null> {
  const row = await db
    .selectFrom('tour_selling')
    .select(sql<Selling>`content`.as('content'))
    .where('tour_id', '=', tourId)
    .executeTakeFirst()
  return row?.content ?? null
}

interface SellingRow {
  name: string
  base_price_cents: number
  max_people: number
  /** As stored; null for a tour with one price. */
  selling: Selling | null
  runs: TourRuns
  saleEnd: SaleEnd | null
}

/** Returns what a tour sells, be it one price for everybody. */
export function soldTour({ name, base_price_cents, max_people, selling, runs, saleEnd }: SellingRow): SoldTour {
  return { selling: selling ?? sellingOfSimple({ name, basePriceCents: base_price_cents, maxPeople: max_people }), runs, saleEnd }
}

/** Returns what a tour sells now, on or off sale. */
export async function getSoldTour(db: Database | Trx, tourId: string): Promise<SoldTour> {
  const row = await db
    .selectFrom('tours')
    .leftJoin('tour_selling', 'tour_selling.tour_id', 'tours.id')
    .select(['name', 'base_price_cents', 'max_people', ...RUN_COLUMNS, ...SALE_COLUMNS, sql<Selling | null>`content`.as('selling')])
    .where('id', '=', tourId)
    .executeTakeFirstOrThrow()
  return soldTour({ ...row, runs: toRuns(row), saleEnd: toSaleEnd(row) })
}

/** Where a booking goes that was made when the tour had one price: the first option, at its first start time. */
export function placeOfSimple(selling: Selling) {
  const { option } = leadingUnit(selling)
  const [first] = option.startTimes
  return { option, startsAt: first?.time ?? '', minutes: first?.minutes ?? null }
}
export type SimplePlace = ReturnType<typeof placeOfSimple>
