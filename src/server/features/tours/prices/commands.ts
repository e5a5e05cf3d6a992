import type { Database } from '#server/lib/db.ts'
import type { PricedTour } from './queries.ts'

/** Does nothing if another price has been stored since the tour was read. */
export async function notePrice(db: Database, tour: PricedTour, price: { id: string; productId: string }): Promise<void> {
  await db
    .updateTable('tours')
    .set({
      stripe_product_id: price.productId,
      stripe_price_id: price.id,
      stripe_price_cents: tour.base_price_cents,
      stripe_price_currency: tour.currency,
      price_version: tour.price_version + 1,
    })
    .where('id', '=', tour.id)
    .where('price_version', '=', tour.price_version)
    .execute()
}

/** Clears the stored price, so that the next one is created under another key. */
export async function forgetPrice(db: Database, tour: PricedTour): Promise<void> {
  await db
    .updateTable('tours')
    .set({
      stripe_product_id: null,
      stripe_price_id: null,
      stripe_price_cents: null,
      stripe_price_currency: null,
      price_version: tour.price_version + 1,
    })
    .where('id', '=', tour.id)
    .where('price_version', '=', tour.price_version)
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
