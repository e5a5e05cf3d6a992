import { calls } from '../../src/shared/paths.ts'
import { answer, TOUR_BOOKING, VEHICLE_BOOKING } from './canned-responses.ts'
import { expect, test } from './site.ts'

test.use({ isSignedIn: true })

/** Returns copies of a row, each with one field missing or null. */
function withGaps(row: object): object[] {
  return Object.keys(row).flatMap((name) => [
    { ...row, [name]: undefined },
    { ...row, [name]: null },
  ])
}

const NONSENSE = /Invalid Date|NaN|undefined|\[object|\bnull\b|lost its way/

test('My Bookings shows each booking, whatever it lacks except its id', async ({ page, complaints }) => {
  // The server has none of these bookings.
  complaints.expect(/status of 404/)
  const tours = [{ id: 'bare', status: 'CONFIRMED' }, ...withGaps(TOUR_BOOKING), null, 'x'].map((row, n) =>
    typeof row === 'object' && row !== null && 'id' in row && row.id ? { ...row, id: `t${n}` } : row,
  )
  const vehicles = withGaps(VEHICLE_BOOKING).map((row, n) => ('id' in row && row.id ? { ...row, id: `v${n}` } : row))
  await answer(page, calls.myTourBookings, { json: tours })
  await answer(page, calls.myVehicleBookings, { json: vehicles })
  await page.goto('/#/bookings')
  const main = page.getByRole('main')
  // Four are not rows: two without an id, null and a text.
  await expect(main.getByRole('article')).toHaveCount(tours.length - 4)
  const bare = main.getByRole('article').filter({ hasText: 'Unknown Tour' }).filter({ hasText: 'Date to be confirmed' })
  await expect(main).not.toContainText(NONSENSE)
  await bare.getByRole('button', { name: 'View' }).click()
  await expect(page.getByRole('dialog', { name: 'Booking Details' })).toContainText('Date to be confirmed')
  await expect(page.getByRole('dialog', { name: 'Booking Details' })).not.toContainText(NONSENSE)
  await page.getByRole('button', { name: 'Cancel Tour' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm Cancellation' })).toContainText('Date to be confirmed')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await main.getByRole('tab', { name: 'Vehicle Rentals' }).click()
  await expect(main.getByRole('article')).toHaveCount(vehicles.length - 2)
  await expect(main).not.toContainText(NONSENSE)
})

const TOUR = {
  id: 'spoilt',
  name: 'Kyoto',
  destination: 'Japan',
  duration: 3,
  overview: 'Tea.',
  basePrice: '145.50',
  rating: '4.5',
  reviews: 3,
  isActive: true,
  images: [{ filePath: null }, null],
  tags: [null, 'Tea'],
  itinerary: [{ id: null, dayNumber: null, title: null, activities: [null, 'Tea'], images: null }, null, {}],
  maxPeople: 4,
  tourType: 'Group',
  stripePriceId: 'price_1',
  refundPolicy: { fullRefundDays: 30, partialRefundDays: null, partialRefundPercentage: 50 },
  termsAndConditions: 'Be kind.',
}

test('Destinations and a tour are shown whatever they lack', async ({ page, complaints }) => {
  complaints.expect(/status of 404/)
  const rows = withGaps(TOUR)
  const main = page.getByRole('main')
  await answer(page, calls.listTours, {
    json: { data: [...rows.map((row, n) => ('id' in row && row.id ? { ...row, id: `k${n}` } : row)), null], total: null },
  })
  await page.goto('/#/destinations')
  // Two lack an id, two lack isActive, and one is null.
  await expect(main.getByRole('article')).toHaveCount(rows.length - 4)
  await expect(main.getByRole('article').first()).toContainText('$145.50')
  await expect(main).not.toContainText(NONSENSE)

  await page.route(
    (url) => url.pathname.startsWith(calls.tour('gap')),
    (route) => route.fulfill({ json: { data: rows[Number(/\d+$/.exec(new URL(route.request().url()).pathname)?.[0])] } }),
  )
  await answer(page, calls.reviews, { json: { data: [{ id: 'r1' }, null, { id: 'r2', tour: null, rating: 'x', text: 'Good.' }] } })
  for (const index of rows.keys()) {
    await page.goto(`/#/destination-details/gap${index}`)
    await expect(main.locator('h1')).toHaveText(/Kyoto|Japan|Tour/)
    await expect(main).not.toContainText(/Loading/)
    await expect(main).not.toContainText(NONSENSE)
  }
  await page.getByRole('button', { name: /Day 1/ }).click()
  await expect(main).not.toContainText(NONSENSE)
})

test('a payment result, the reviews and the settings are shown whatever they lack', async ({ page }) => {
  const main = page.getByRole('main')
  await answer(page, calls.checkoutSession('s'), { json: { session: { payment_status: 'paid' } } })
  await page.goto('/#/success?session_id=s')
  await expect(main.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(main).not.toContainText(NONSENSE)
  await answer(page, calls.reviews, { json: { data: [{ id: 'r1' }, {}, null], summary: null, tours: [null, { id: 'x' }] } })
  await page.goto('/#/reviews')
  await expect(main.getByRole('article')).toHaveCount(1)
  await expect(main).not.toContainText(NONSENSE)
  await answer(page, calls.accountSessions, { json: [{ id: 's1' }, { device: 'No id' }, { id: 's2', lastActiveAt: 'soon' }] })
  await answer(page, calls.account, { json: { isEmailConfirmed: null } })
  await page.goto('/#/settings')
  await expect(main.getByText('Unknown device')).toHaveCount(2)
  await expect(main).not.toContainText(NONSENSE)
})
