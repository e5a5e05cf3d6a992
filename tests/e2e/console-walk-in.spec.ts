import { addDays, dayIn } from '../../src/shared/dates.ts'
import { consolePages } from '../../src/shared/pages.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { editTour, getStaffTour } from '../../src/shared/tours/staff-calls.ts'
import type { StaffTourDetails } from '../../src/shared/tours/staff.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, test } from './site.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
/** A tour that no other test uses, because its sale ends here. */
const TOUR = 'vienna-coffee-music-and-the-wachau'
/** The agency's time zone, so that the tour is on the same day. */
const ZONE = 'Europe/London'

test(
  'a customer at the desk after the sale has ended is booked as a walk-in, and on no other day',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, complaints }) => {
    complaints.expect(/status of 409/)
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    const { version, fields } = (await (await page.request.get(pathOf(getStaffTour, { id: TOUR }))).json()) as StaffTourDetails
    const data = { version, fields: { ...fields, saleEnd: { time: '00:00', daysBefore: 0, timeZone: ZONE } } }
    await page.request.put(pathOf(editTour, { id: TOUR }), { data, headers: { origin: site.origin }, failOnStatusCode: true })
    const today = dayIn(ZONE, new Date())
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/#${consolePages.newBooking}?tour=${TOUR}&date=${addDays(today, 1)}`)
    const [date, walkIn] = [page.getByLabel('Date', { exact: true }), page.getByRole('checkbox', { name: 'Walk-in: they’re here now' })]
    await expect(page.getByText(/seats are left\.$/)).toBeVisible()
    await expect(walkIn).toHaveCount(0)
    await date.fill(today)
    await expect(page.getByText('Booking for this departure has closed.')).toBeVisible()
    await expect(walkIn).not.toBeChecked()
    await expect(walkIn).toHaveAccessibleDescription(/may already have left/)

    await page.getByLabel('Name, email or phone').fill('Wanda Walker')
    await page.getByRole('button', { name: 'New customer' }).click()
    await page.getByLabel('Email (optional)', { exact: true }).fill('wanda@example.test')
    await page.getByLabel('Cash').check()
    const book = page.getByRole('button', { name: /^Book for / })
    await book.click()
    await expect(page.getByText(/as a walk-in\.$/).first()).toBeVisible()
    await walkIn.check()
    await date.fill(addDays(today, 1))
    await date.fill(today)
    await expect(walkIn).not.toBeChecked()
    await walkIn.press('Space')
    // Where the header that stays covers nothing.
    await page.evaluate(() => scrollTo(0, 0))
    await checkAccess(page, 'a walk-in')
    await book.click()
    await expect(page.getByText(/^M-\w+ is booked\.$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Reservation' })).toContainText('Cash')
  },
)
