import type { Day } from '#shared/dates.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { CreateCheckoutBody } from '#shared/payments/checkout-body.ts'
import { askedOf } from '#shared/tours/offers/chosen-offer.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import { pickupIn, type Counts, type OptionChoice } from '#shared/tours/offers/option-choice.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'

export interface CodedOffer {
  code: string
  totalCents: number
}

/** The body of a checkout at the total that is shown, which a code may have lowered. */
export function checkoutOf(
  selling: Selling,
  offer: Offer,
  choice: OptionChoice,
  {
    tourId,
    priceId,
    day,
    left,
    coded,
  }: { tourId: string; priceId: string; day: Day; left: Counts | undefined; coded: CodedOffer | undefined },
): CreateCheckoutBody {
  const { option, people, totalCents } = offer
  const pickupId = pickupIn(option, choice)
  return {
    priceId,
    tour_id: tourId,
    totalGuests: people,
    travelDate: day,
    ...askedOf(selling, offer, choice, left),
    expectedTotal: centsToDecimal(coded?.totalCents ?? totalCents),
    ...(coded && { code: coded.code }),
    ...(pickupId !== undefined && { pickupId }),
  }
}
