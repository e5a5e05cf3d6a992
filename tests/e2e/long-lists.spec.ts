import type { Page } from '@playwright/test'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import { TOUR_BOOKING } from './canned-responses.ts'
import { expect, test } from './site.ts'

test.use({ isSignedIn: true })

const TOTAL = 230
const ALL = Array.from({ length: TOTAL }, (_, at) => ({ ...TOUR_BOOKING, id: `b${at}`, reference: `MER-${at}` }))

/** Pages the list as our server does: at most 200 bookings after `before`, with the total. */
async function servePages(page: Page, total: string | undefined): Promise<void> {
  await page.route(
    (url) => url.pathname === bookingCalls.listTourBookings.path,
    (route) => {
      const before = new URL(route.request().url()).searchParams.get('before')
      const start = before === null ? 0 : ALL.findIndex(({ id }) => id === before) + 1
      const headers = total === undefined ? {} : { 'x-total-count': total }
      return route.fulfill({ json: ALL.slice(start, start + 200), headers })
    },
  )
}

test('My Bookings counts all bookings, shows more on demand, and ends with the last one', async ({ page, complaints }) => {
  // The server has none of these bookings.
  complaints.expect(/status of 404/)
  await servePages(page, String(TOTAL))
  await page.goto('/#/bookings')
  const main = page.getByRole('main')
  const more = main.getByRole('button', { name: 'Show more' })
  await expect(main.getByText(`${TOTAL} Tours`)).toBeVisible()
  for (const shown of [50, 100, 150, 200]) {
    await expect(main.getByText(`Showing ${shown} of ${TOTAL}`)).toBeVisible()
    await more.click()
  }
  await expect(main.getByRole('article')).toHaveCount(TOTAL)
  await expect(more).toHaveCount(0)
})

test('without a total the list ends with what was received', async ({ page, complaints }) => {
  complaints.expect(/status of 404/)
  await servePages(page, undefined)
  await page.goto('/#/bookings')
  const main = page.getByRole('main')
  await expect(main.getByText('200 Tours')).toBeVisible()
  const more = main.getByRole('button', { name: 'Show more' })
  for (let clicks = 0; clicks < 3; clicks++) await more.click()
  await expect(main.getByRole('article')).toHaveCount(200)
  await expect(more).toHaveCount(0)
})
