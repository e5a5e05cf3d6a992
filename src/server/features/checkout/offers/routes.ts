import { calls } from '#shared/paths.ts'
import { askOfferBodySchema, offerResponseSchema, toWireOffer } from '#shared/tours/offers/public.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { createCodeGuard } from '#server/features/codes/uses.ts'
import { findOfferedTour } from '#server/features/tours/queries.ts'
import { decideSale } from './flows.ts'

/** Says what a choice costs, with its lines; holds nothing, and needs no sign-in. */
export function offerRoutes(app: App, deps: Deps): void {
  const guarded = createCodeGuard(deps)

  app.post(calls.offers, { schema: { body: askOfferBodySchema, response: { 200: offerResponseSchema } } }, async (request) => {
    const { tourId, date, ...choice } = request.body
    const tour = await findOfferedTour(deps.db, tourId)
    if (!tour) throw notFound('Tour')
    const { offer } = await guarded(request, choice.code, async () => decideSale(deps, tour, { day: date, ...choice }, 'date'))
    return { data: toWireOffer(offer, tour.currency) }
  })
}
