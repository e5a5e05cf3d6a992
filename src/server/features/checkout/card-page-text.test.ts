import { expect, test } from 'vitest'
import { addDays, longDay } from '#shared/dates.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { sessionOf } from '../../../../tests/support/browser.ts'
import { createBuyer, inDays, TOUR } from '../../../../tests/support/buyers.ts'
import { approvedQuote, clickLink, createStaff, MOVING_DAY } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payLinks, reserve } from '../../../../tests/support/reservations.ts'
import { SELLING } from '../../../../tests/support/selling.ts'

const site = await openPaymentSite()

/** Returns what the hosted page says of the purchase. */
async function shownFor(sessionId: string): Promise<string> {
  const { text } = await site.visitor().get(`/card-sandbox/c/pay/${sessionId}`)
  return /<p class="about">([^<]*)</.exec(text)?.[1] ?? ''
}

async function payableFor(sessionId: string): Promise<string | undefined> {
  const { text } = await site.visitor().get(`/card-sandbox/c/pay/${sessionId}`)
  return /<button type="submit">Pay ([^<]*)</.exec(text)?.[1]
}

test('the card page names tour, date, guests and the day until which cancelling is free', async () => {
  const buyer = await createBuyer(site)
  const day = inDays(site, 60)
  expect(await shownFor(sessionOf((await buyer.checkout(TOUR, 2, day)).json.url))).toBe(
    `Tokyo and Mount Fuji, ${longDay(day)}, 2 guests. Free cancellation until ${longDay(addDays(day, -14))}, London time.`,
  )
})

test('too late for a free cancellation, it says so', async () => {
  const buyer = await createBuyer(site)
  const day = inDays(site, 8)
  const message = await shownFor(sessionOf((await buyer.checkout(TOUR, 1, day)).json.url))
  expect(message).toBe(
    `Tokyo and Mount Fuji, ${longDay(day)}, 1 guest. 50% refund if you cancel by ${longDay(addDays(day, -7))}, London time.`,
  )
})

test('so do the pages of a reservation and of a quote, which counts no guests', async () => {
  const { bookingId } = await reserve(site, await createStaff(site), inDays(site, 61))
  const reserved = await shownFor(await clickLink(site.visitor(), (await payLinks(site, bookingId))[0] ?? ''))
  expect(reserved).toMatch(
    /^Tokyo and Mount Fuji, \d+ \w+ \d{4}, 1 guest\. Please pay by 23:59 on \w+, \d+ \w+ \d{4}, London time\. Free cancellation until /,
  )
  const { link } = await approvedQuote(site)
  const message = await shownFor(await clickLink(site.visitor(), link))
  expect(message).toContain(`, ${longDay(MOVING_DAY)}. Free cancellation until ${longDay(addDays(MOVING_DAY, -7))}, London time.`)
})

test('the card page of a tour with options tells the lines of the price, and asks for their sum as one item under the tour’s product', async () => {
  const [buyer, day, tour] = [await createBuyer(site), inDays(site, 60), 'bali-family-circle']
  const content = JSON.stringify({ ...SELLING, earlyBooking: [{ daysBefore: 30, percent: 10 }] })
  await site.deps.db.insertInto('tour_selling').values({ tour_id: tour, content }).execute()
  const choice = { optionId: 'english', startTime: '03:00', units: { adult: 2, infant: 1 }, extras: { bike: 2 } }
  const offer = (await buyer.post(askOffer.path, { tourId: tour, date: day, ...choice })).json.data
  const body = { priceId: (await buyer.tour(tour)).stripePriceId, tour_id: tour, travelDate: day, totalGuests: 3 }
  const { json } = await buyer.post(createCheckout.path, { ...body, ...choice, expectedTotal: offer.total })
  const lines = '03:00, english: 2 × adult $100.00; 1 × infant $0.00; 2 × Bike $20.00; Early booking, 10% off −$10.00.'
  expect(await shownFor(sessionOf(json.url))).toContain(`, 3 guests. ${lines} Free cancellation until`)
  const { params } = await site.deps.db
    .selectFrom('payment_attempts')
    .select('params')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const { stripe_product_id: product } = await site.deps.db
    .selectFrom('tours')
    .select('stripe_product_id')
    .where('id', '=', tour)
    .executeTakeFirstOrThrow()
  expect(params).toMatchObject({ line_items: [{ price_data: { currency: 'usd', unit_amount: 11_000, product }, quantity: 1 }] })
  expect(await payableFor(sessionOf(json.url))).toBe('$110.00')
})

test('so does the page of a phone booking', async () => {
  const [day, tour] = [inDays(site, 62), 'bali-family-circle']
  const choice = { optionId: 'german', startTime: '09:00', units: { adult: 1 }, extras: { bike: 1 } }
  const { bookingId } = await reserve(site, await createStaff(site), day, {
    tourId: tour,
    ...choice,
    totalCents: 5_500,
    expectedTotal: '55.00',
  })
  expect(await shownFor(await clickLink(site.visitor(), (await payLinks(site, bookingId))[0] ?? ''))).toContain(
    '1 guest. 09:00, german: 1 × adult $50.00; 1 × Bike $10.00; Early booking, 10% off −$5.00. Please pay by',
  )
})
