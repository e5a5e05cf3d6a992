import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { editTour, getStaffTour } from '../../src/shared/tours/staff-calls.ts'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import type { StaffTourDetails } from '../../src/shared/tours/staff.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, test } from './site.ts'

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
/** A tour that no other test uses, because its sale ends here. */
const TOUR = 'lisbon-sintra-and-the-arrabida'

test('booking after the sale has ended on an open page is refused in words; then the page says so, and a press takes the next departure', async ({
  page,
  site,
  playwright,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of 409/)
  const [today, next] = [localToday(), addDays(localToday(), 1)]
  await page.goto(`/#/destination-details/${TOUR}`)
  const date = page.getByLabel('Departure Date')
  await expect(date).toHaveValue(today)
  await expect(page.getByText(`seats left on ${longDay(today)}`)).toBeVisible()

  const staff = (await openBrowser(await logInByCall(playwright, site, ADMIN))).request
  const { version, fields } = (await (await staff.get(pathOf(getStaffTour, { id: TOUR }))).json()) as StaffTourDetails
  // The first minute of the day there, which has passed whenever this runs.
  const saleEnd = { time: '00:00', daysBefore: 0, timeZone: 'Europe/Lisbon' }
  const data = { version, fields: { ...fields, saleEnd } }
  await staff.put(pathOf(editTour, { id: TOUR }), { data, headers: { origin: site.origin }, failOnStatusCode: true })

  await page.getByRole('button', { name: 'Book This Tour' }).click()
  const refusal = `You can no longer book this departure: bookings closed at 00:00 on ${longDay(today)}, Lisbon time. The next one you can book is on ${longDay(next)}.`
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(page).toHaveURL(/destination-details/)
  expect(await (await page.request.get(bookingCalls.listTourBookings.path)).json()).toEqual([])

  await page.reload()
  const departed = page.getByRole('status').filter({ hasText: 'Booking for today’s departure closed at 00:00 (Lisbon). Next: tomorrow.' })
  await expect(departed).toBeVisible()
  await expect(date).toHaveValue(today)
  await checkAccess(page, 'a tour that has departed today')
  await page.getByRole('button', { name: 'See availability' }).click()
  const day = page.locator(`[data-day="${today}"]`)
  await expect(day).toHaveAccessibleName(/: departed(, chosen)?$/)
  await expect(day.getByText('Left', { exact: true })).toBeVisible()
  await checkAccess(page, 'the calendar of a tour that has departed today')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await day.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(day.getByText('Departed', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Next departure: ${longDay(next)}` }).press('Enter')
  await expect(date).toHaveValue(next)
  await expect(departed).toHaveCount(0)
  await expect(page.getByText(`seats left on ${longDay(next)}`)).toBeVisible()
})
