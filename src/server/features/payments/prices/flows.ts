import type Stripe from 'stripe'
import type { Cards } from '#server/lib/cards.ts'
import type { Database } from '#server/lib/db.ts'

interface PricedTour {
  id: string
  name: string
  base_price_cents: number
  currency: string
  price_version: number
  stripe_product_id: string | null
  stripe_price_id: string | null
}

/** Gives every active tour the provider's price for its base price (decisions, "Tours"). */
export async function syncPrices(db: Database, cards: Cards): Promise<void> {
  await forgetMissingPrices(db, cards.stripe())
  const tours = await db
    .selectFrom('tours')
    .select('id')
    .where('is_active', '=', true)
    .where('base_price_cents', '>', 0)
    .where((eb) => eb.or([eb('stripe_price_id', 'is', null), eb('stripe_price_cents', 'is distinct from', eb.ref('base_price_cents'))]))
    .execute()
  for (const tour of tours) await ensurePrice(db, cards, tour.id)
}

/**
 * The provider's price of a tour, made now when it has none for its present base price. The price that it
 * replaces is switched off, so that nobody can pay the old amount.
 */
export async function ensurePrice(db: Database, cards: Cards, tourId: string): Promise<string> {
  const tour = await db
    .selectFrom('tours')
    .select(['id', 'name', 'base_price_cents', 'currency', 'price_version', 'stripe_product_id', 'stripe_price_id', 'stripe_price_cents'])
    .where('id', '=', tourId)
    .executeTakeFirstOrThrow()
  if (tour.stripe_price_id && tour.stripe_price_cents === tour.base_price_cents) return tour.stripe_price_id

  const stripe = cards.stripe()
  const productId = tour.stripe_product_id ?? (await createProduct(stripe, tour))
  const price = await stripe.prices.create(
    {
      product: productId,
      currency: tour.currency,
      unit_amount: tour.base_price_cents,
      metadata: { tour_id: tour.id },
    },
    { idempotencyKey: `price:${tour.id}:${tour.price_version}:${tour.base_price_cents}` },
  )
  await db
    .updateTable('tours')
    .set({
      stripe_product_id: productId,
      stripe_price_id: price.id,
      stripe_price_cents: tour.base_price_cents,
      price_version: tour.price_version + 1,
    })
    .where('id', '=', tour.id)
    .where('price_version', '=', tour.price_version)
    .execute()
  if (tour.stripe_price_id) await stripe.prices.update(tour.stripe_price_id, { active: false })
  return price.id
}

async function createProduct(stripe: Stripe, tour: PricedTour): Promise<string> {
  const product = await stripe.products.create(
    { name: tour.name, metadata: { tour_id: tour.id } },
    { idempotencyKey: `product:${tour.id}:${tour.price_version}` },
  )
  return product.id
}

/** Forgets the prices that this provider does not have: another key, a fresh sandbox, one switched off by hand. */
async function forgetMissingPrices(db: Database, stripe: Stripe): Promise<void> {
  const tours = await db
    .selectFrom('tours')
    .select(['id', 'stripe_price_id'])
    .where('stripe_price_id', 'is not', null)
    .where('is_active', '=', true)
    .execute()
  if (tours.length === 0) return
  const known = new Set<string>()
  for await (const price of stripe.prices.list({ active: true, limit: 100 })) known.add(price.id)
  for (const tour of tours) {
    if (tour.stripe_price_id && known.has(tour.stripe_price_id)) continue
    await db
      .updateTable('tours')
      .set((eb) => ({
        stripe_product_id: null,
        stripe_price_id: null,
        stripe_price_cents: null,
        price_version: eb('price_version', '+', 1),
      }))
      .where('id', '=', tour.id)
      .where('stripe_price_id', '=', tour.stripe_price_id)
      .execute()
  }
}
