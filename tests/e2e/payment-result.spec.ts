import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { dayIn, daysBetween } from '../../src/shared/dates.ts'
import { getCheckoutSession } from '../../src/shared/payments/calls.ts'
import { releaseSeats } from '../../src/shared/payments/checkout-calls.ts'
import { answer } from './canned-responses.ts'
import { expect, test } from './site.ts'
import { bookAndPayByCall, bookByCall, departure } from './traveller.ts'

test.use({ isSignedIn: true })

const TOUR = 'kyoto-temples-and-tea'

test('a payment whose money is still to arrive is not called lost, and nothing is to be paid again', async ({ page, site }) => {
  const session = await bookByCall(page.request, TOUR, departure(71).day)
  const cards = await site.cards()
  await cards.pay(session, { delayed: true })
  const main = page.getByRole('main')
  await page.goto(`/#/success?session_id=${session}`)
  await expect(main.getByText('You don’t need to pay again')).toBeVisible()
  await expect(main.getByText('Under review', { exact: true })).toBeVisible()
  await expect(main.getByText('you haven’t been charged')).toHaveCount(0)

  await page.goto('/#/bookings')
  await expect(main.getByText('You don’t need to pay again')).toBeVisible()
  await cards.tell('settle', { session, outcome: 'succeeded' })
  await cards.tell('drain')
  await page.goBack()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!')
})

test(
  'a paid booking looks forward to the trip: its reference, the days to go, the calendar and the travellers come before the payment',
  { tag: '@day' },
  async ({ page, site }) => {
    const session = await bookAndPayByCall(site, page, TOUR, departure(75).day, 2)
    const [booking] = (await (await page.request.get(bookingCalls.listTourBookings.path)).json()) as {
      id: string
      reference: string
      picture: { filePath: string }
    }[]
    await page.goto(`/#/success?session_id=${session}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('definition').filter({ hasText: booking?.reference ?? 'no reference' })).toBeVisible()
    await expect(main.locator(`img[src="${booking?.picture.filePath}"]`)).toBeVisible()
    // Counted where the tour's days are.
    const days = daysBetween(dayIn('Asia/Tokyo', new Date()), departure(75).day)
    await expect(main.getByText(`${days} days to go`, { exact: true })).toBeVisible()
    const calendar = main.getByRole('link', { name: 'Add to calendar' })
    await expect(calendar).toHaveAttribute('href', new RegExp(`${pathOf(bookingCalls.downloadTripEvent, { id: booking?.id ?? '' })}$`))
    await expect(main.getByRole('link', { name: 'Add traveller names' })).toHaveAttribute('href', `#/bookings/${booking?.id}/confirmation`)
    await expect(main.getByRole('heading')).toHaveText(['Payment Successful!', 'Payment'])
    await expect(main.getByRole('term').last()).toHaveText('Status')
  },
)

test('the result of a booking cancelled since does not say that seats are booked', async ({ page, site }) => {
  const session = await bookAndPayByCall(site, page, TOUR, departure(72).day)
  const [booking] = (await (await page.request.get(bookingCalls.listTourBookings.path)).json()) as { id: string; stripeid: string }[]
  const data = { bookingId: booking?.id, stripeId: booking?.stripeid, reason: 'No reason provided' }
  await page.request.post(cancellationCalls.cancelOwnBooking.path, { data, failOnStatusCode: true })
  await page.goto(`/#/success?session_id=${session}`)
  const main = page.getByRole('main')
  await expect(main.getByText('This booking has since been cancelled.')).toBeVisible()
  await expect(main.getByText('Free cancellation')).toHaveCount(0)
})

test('released seats are not offered for payment; the tour is one press away', async ({ page }) => {
  const session = await bookByCall(page.request, TOUR, departure(73).day)
  const [booking] = (await (await page.request.get(bookingCalls.listTourBookings.path)).json()) as { id: string }[]
  await page.request.post(pathOf(releaseSeats, { id: booking?.id ?? '' }), { failOnStatusCode: true })
  await page.goto(`/#/success?session_id=${session}`)
  const main = page.getByRole('main')
  await expect(main.getByText('The seats are no longer held.')).toBeVisible()
  await main.getByRole('link', { name: 'Choose another date' }).click()
  await expect(main.getByRole('button', { name: 'Book This Tour' })).toBeVisible()
})

test('a result that failed to load can be requested again, a missing one cannot', async ({ page, complaints }) => {
  complaints.expect(/status of (404|502)/)
  const session = await bookByCall(page.request, TOUR, departure(74).day)
  await answer(page, pathOf(getCheckoutSession, { id: session }), { status: 502, body: 'bad gateway' })
  await page.goto(`/#/success?session_id=${session}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText('Error loading payment data.')
  await page.unrouteAll()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Payment Failed')
  await page.goto('/#/success?session_id=of-somebody-else')
  await expect(main.getByRole('alert')).toHaveText('Error loading payment data.')
  await expect(main.getByText('within a few minutes in My Bookings')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
