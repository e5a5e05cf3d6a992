import { expect, test } from 'vitest'
import { isOffer, offerOf } from '#shared/tours/offers/chosen-offer.ts'
import { startChoice, withUnit } from '#shared/tours/offers/option-choice.ts'
import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { checkoutOf } from './checkout-body.ts'

const [english, , boat] = SELLING.options as [SellingOption, SellingOption, SellingOption]
const DAY = { day: '2026-12-03', today: '2026-11-26' }

test('what is sent is what is shown: the people, the units and extras that count, and the total', () => {
  const choice = {
    ...['adult', 'child', 'infant'].reduce((counted, id) => withUnit(english, counted, id, 1), startChoice(1)),
    startTime: '09:00',
    extras: { bike: 9 },
    pickupId: 'ubud',
  }
  const offer = offerOf(SELLING, english, choice, { ...DAY, left: { bike: 1 } })
  if (!isOffer(offer)) throw new Error(offer.message)
  const body = checkoutOf(SELLING, offer, choice, { tourId: 'bali', priceId: 'price_1', day: DAY.day, left: { bike: 1 }, coded: undefined })
  expect(body).toEqual({
    priceId: 'price_1',
    tour_id: 'bali',
    totalGuests: 4,
    travelDate: DAY.day,
    optionId: 'english',
    startTime: '09:00',
    units: { adult: 2, child: 1, infant: 1 },
    extras: { bike: 1 },
    pickupId: 'ubud',
    expectedTotal: '140.00',
  })
  const coded = { code: 'welcome10', totalCents: 12_600 }
  const lowered = checkoutOf(SELLING, offer, choice, { tourId: 'bali', priceId: 'price_1', day: DAY.day, left: { bike: 1 }, coded })
  expect(lowered).toEqual({ ...body, code: 'welcome10', expectedTotal: '126.00' })
  const whole = offerOf(SELLING, boat, choice, DAY)
  if (!isOffer(whole)) throw new Error(whole.message)
  expect(
    checkoutOf(SELLING, whole, choice, { tourId: 'bali', priceId: 'p', day: DAY.day, left: undefined, coded: undefined }),
  ).not.toHaveProperty('startTime')
})
