import { TOURS_PAGE_SIZE } from '#shared/tours/public.ts'
import type { Database } from '#server/lib/db.ts'

const COLUMNS = [
  'id',
  'name',
  'base_price_cents',
  'currency',
  'price_version',
  'stripe_product_id',
  'stripe_price_id',
  'stripe_price_cents',
  'stripe_price_currency',
] as const

/** Includes the provider's price as stored. */
export async function getPricedTour(db: Database, id: string) {
  return db.selectFrom('tours').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()
}

export type PricedTour = Awaited<ReturnType<typeof getPricedTour>>

/** Returns those tours of the first page of the list that have a price, in its order. */
export async function listFirstPricedTours(db: Database): Promise<PricedTour[]> {
  return db
    .selectFrom((eb) =>
      eb.selectFrom('tours').selectAll().where('is_active', '=', true).orderBy('position').orderBy('id').limit(TOURS_PAGE_SIZE).as('tours'),
    )
    .select(COLUMNS)
    .where('base_price_cents', '>', 0)
    .where((eb) => eb.or([eb.not('is_generated'), eb('stripe_product_id', 'is not', null)]))
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Returns a page of bookable tours with a price, by id, continuing after `after`; generated ones only if the provider has them. */
export async function listPricedTours(db: Database, limit: number, after: { id: string } | undefined): Promise<PricedTour[]> {
  return db
    .selectFrom('tours')
    .select(COLUMNS)
    .where('id', '>', after?.id ?? '')
    .where('is_active', '=', true)
    .where('base_price_cents', '>', 0)
    .where((eb) => eb.or([eb.not('is_generated'), eb('stripe_product_id', 'is not', null)]))
    .orderBy('id')
    .limit(limit)
    .execute()
}
