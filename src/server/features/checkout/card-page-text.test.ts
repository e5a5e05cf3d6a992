import { expect, test } from 'vitest'
import { addDays, longDay } from '#shared/dates.ts'
import { createBuyer, inDays, TOUR } from '../../../../tests/support/buyers.ts'
import { approvedQuote, clickLink, createStaff, MOVING_DAY } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payLinks, reserve } from '../../../../tests/support/reservations.ts'
import { sessionOf } from '../../../../tests/support/browser.ts'

const site = await openPaymentSite()

/** Returns what the hosted page says of the purchase. */
async function shownFor(sessionId: string): Promise<string> {
  const { text } = await site.visitor().get(`/card-sandbox/c/pay/${sessionId}`)
  return /<p class="about">([^<]*)</.exec(text)?.[1] ?? ''
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
