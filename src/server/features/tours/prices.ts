import type { Selectable } from 'kysely'
import { TOURS_PAGE_SIZE } from '#shared/tours/public.ts'
import type { Tours } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Queue } from '#server/lib/queue.ts'

/** Creates the provider's price after a tour's price has changed. Payload: `{ tourId }`. */
export const PRICE_CHANGED_JOB = 'tours.price-changed'

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

type Priced = Pick<Selectable<Tours>, 'id' | 'base_price_cents' | 'currency'>

/**
 * Returns a placeholder for a provider price that does not exist yet, after a price change or before a generated tour's
 * first checkout. It contains the amount, so that a checkout at an outdated price is noticed.
 */
export function priceToBeMade({ id, base_price_cents, currency }: Priced): string {
  return `amount:${id}:${base_price_cents}:${currency}`
}

/** Returns the id sent by a checkout at the shown price, or null for a tour unknown to the provider. */
export function shownPriceId(
  row: Priced & Pick<Selectable<Tours>, 'stripe_price_id' | 'stripe_price_cents' | 'stripe_price_currency' | 'is_generated'>,
): string | null {
  const { stripe_price_id: made } = row
  if (made && row.stripe_price_cents === row.base_price_cents && row.stripe_price_currency === row.currency) return made
  return made || row.is_generated ? priceToBeMade(row) : null
}

/**
 * A job creates the provider's price, unless a checkout comes first and does so itself. A generated tour gets its price
 * with its first checkout.
 */
export async function askForPrice({ queue }: { queue: Queue }, trx: Trx, tour: { id: string; is_generated: boolean }): Promise<void> {
  if (!tour.is_generated) await queue.enqueue(trx, PRICE_CHANGED_JOB, { tourId: tour.id })
}

/** Does nothing if another price has been stored since the tour was read. */
export async function notePrice(db: Database, tour: PricedTour, price: { id: string; productId: string }): Promise<void> {
  await storePrice(db, tour, {
    stripe_product_id: price.productId,
    stripe_price_id: price.id,
    stripe_price_cents: tour.base_price_cents,
    stripe_price_currency: tour.currency,
  })
}

/** Clears the stored price, so that the next one is created under another key. */
export async function forgetPrice(db: Database, tour: PricedTour): Promise<void> {
  await storePrice(db, tour, { stripe_product_id: null, stripe_price_id: null, stripe_price_cents: null, stripe_price_currency: null })
}

type StoredPrice = Pick<Selectable<Tours>, 'stripe_product_id' | 'stripe_price_id' | 'stripe_price_cents' | 'stripe_price_currency'>

async function storePrice(db: Database, { id, price_version }: PricedTour, price: StoredPrice): Promise<void> {
  await db
    .updateTable('tours')
    .set({ ...price, price_version: price_version + 1 })
    .where('id', '=', id)
    .where('price_version', '=', price_version)
    .execute()
}

/** Makes the next price use another idempotency key. */
export async function raisePriceVersion(db: Database, tourId: string): Promise<void> {
  await db
    .updateTable('tours')
    .set((eb) => ({ price_version: eb('price_version', '+', 1) }))
    .where('id', '=', tourId)
    .execute()
}
