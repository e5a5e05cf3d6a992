import type { Page } from '@playwright/test'
import { addDays, dayIn } from '../../src/shared/dates.ts'
import { expectBeginOf, fillContact, fillLocation, press } from './mover.ts'
import { expect, test } from './site.ts'
import { bookByCall, departure } from './traveller.ts'

const LONDON = 'Europe/London'

/** Returns a summer's day within the next year: London's clocks are then an hour ahead of UTC. */
const summerDay = () => {
  const today = dayIn(LONDON, new Date())
  const july = `${today.slice(0, 4)}-07-20`
  return july > addDays(today, 2) ? july : `${Number(today.slice(0, 4)) + 1}-07-20`
}

test.describe('a mover in New York', () => {
  test.use({ isSignedIn: true, timezoneId: 'America/New_York' })

  test('books by the clocks of the pickup, which every page names', async ({ page, site, account }) => {
    const day = summerDay()
    await page.goto('/#/vehicle-price')
    const field = page.getByLabel('Moving date and time')
    const hint = page.getByText('London time. One hour from now at the earliest.')
    await expect(hint).toBeVisible()
    const earliest = await field.getAttribute('min')
    const hourAhead = new Date(Date.now() + 3_600_000)
    const inLondon = (moment: Date) =>
      `${dayIn(LONDON, moment)}T${moment.toLocaleTimeString('en-GB', { timeZone: LONDON, timeStyle: 'short' })}`
    expect([inLondon(new Date(hourAhead.getTime() - 60_000)), inLondon(hourAhead)]).toContain(earliest)
    await fillLocation(page, { date: `${day}T10:00` })
    await press(page, 'Check Availability')
    await expectBeginOf(page, 'Service')
    await expect(page.getByRole('region', { name: 'Your request' })).toContainText(/10:00\sam, London time/)
    await page.getByLabel('Service', { exact: true }).selectOption('flat-move')
    await press(page, 'Continue')
    await fillContact(page)
    await press(page, 'Continue')
    await press(page, 'Continue')
    await press(page, 'Continue')
    await expectBeginOf(page, 'Confirm')
    await expect(page.getByRole('main')).toContainText(/10:00\sam, London time/)
    await press(page, 'Confirm Booking')
    await expect(page.getByText('Quote Request Successful')).toBeVisible()
    const [move] = await site.query<{ at: string }>(
      `select pickup_at::text as at from vehicle_bookings join bookings on bookings.id = booking_id join users on users.id = user_id where email = $1`,
      [account.email],
    )
    expect(new Date(move?.at ?? '').toISOString()).toBe(`${day}T09:00:00.000Z`)
    await expect.poll(async () => (await site.mailsTo(account.email)).some(({ text }) => text.includes('10:00 London time'))).toBe(true)
  })
})

test.describe('on a device whose clock is wrong', () => {
  test.use({ isSignedIn: true })

  const setClock = async (page: Page, hours: number) =>
    page.addInitScript((ahead) => {
      const read = Date.now.bind(Date)
      Date.now = () => read() + ahead
    }, hours * 3_600_000)

  for (const hours of [1, -3])
    test(`by ${hours} h, held seats can be paid for and say how long they are held`, async ({ page }) => {
      await bookByCall(page.context().request, 'tokyo-and-mount-fuji', departure(60 + hours).day)
      await setClock(page, hours)
      await page.goto('/#/bookings')
      await expect(page.getByRole('button', { name: 'Continue payment' })).toBeVisible()
      await expect(page.getByText(/^Seats held until \d\d:\d\d.* \(3\d minutes left\)/)).toBeVisible()
    })
})
