import type { Page } from '@playwright/test'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { SELLING } from '../support/selling.ts'
import { checkAccess } from './axe.ts'
import type { RunningSite } from './running-site.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookChoiceByCall } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
/** A tour that no other test uses, because it gets options here. */
const TOUR = 'istanbul-two-shores'
const NAME = 'Istanbul: Two Shores and a Ferry Pass'
const DAY = addDays(localToday(), 52)

test.use({ isTold: true, contextOptions: { reducedMotion: 'reduce' } })

async function sell(site: RunningSite): Promise<void> {
  await site.query('insert into tour_selling (tour_id, content) values ($1, $2)', [TOUR, JSON.stringify(SELLING)])
  // What is cached of the catalogue follows the tour.
  await site.query('update tours set max_people = max_people where id = $1', [TOUR])
}

const slot = (page: Page, time: string) =>
  page
    .getByRole('region', { name: 'Seats by start time' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: time }) })

test('a clerk whom the capacity of the day is refused is led to its start times, sets the seats of one, closes it, and reads who travels by time', async ({
  site,
  playwright,
  openBrowser,
  account,
  complaints,
}) => {
  complaints.expect(/409/)
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto(`/#/admin/departures/${encodeURIComponent(departureId(TOUR, DAY))}`)
  await expect(page.getByRole('heading', { level: 1, name: `${NAME}, ${longDay(DAY)}` })).toBeVisible()
  await page.keyboard.press('c')
  await page.getByLabel('Seats on this date').fill('20')
  await sell(site)
  await page.getByRole('button', { name: 'Set 20 seats' }).click()
  await expect(page.getByText('This tour now has options, so capacity is set for each start time instead of for the day.')).toBeVisible()
  await page.getByRole('button', { name: 'View start times' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Seats by start time' })).toBeFocused()

  const traveller = await openBrowser(await signUpByCall(playwright, site, account))
  const book = async (startTime: string, adult: number) => {
    const choice = { optionId: 'english', startTime, units: { adult }, pickupId: 'ubud' }
    await (await site.cards()).pay(await bookChoiceByCall(traveller.request, TOUR, DAY, adult, choice))
  }
  await book('03:00', 2)
  await expect(slot(page, '03:00')).toContainText(
    /2 left.*2 taken of 4 seats, shared by 2 options.*english2 sold.*Ubud market, at 01:302 people/,
  )
  await checkAccess(page, 'a departure by start time')

  await page.getByRole('button', { name: 'Set seats for 03:00, english and german' }).press('Enter')
  await expect(page.getByText('2 options share these seats.')).toBeVisible()
  await page.getByLabel('Seats at 03:00 on this date').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 seats are sold or held at 03:00, so the capacity can’t be lower.')).toBeVisible()
  await page.getByLabel('Seats at 03:00 on this date').fill('6')
  await checkAccess(page, 'the seats of a start time')
  await page.getByRole('button', { name: 'Set 6 seats' }).click()
  await expect(slot(page, '03:00')).toContainText('2 taken of 6 seats, shared by 2 options, set for this date')

  await page.getByRole('button', { name: 'Block: 03:00, english and german' }).press('Enter')
  await expect(page.getByText('2 seats sold or held stay as they are; seats given up won’t be resold.')).toBeVisible()
  await checkAccess(page, 'closing a start time')
  await page.getByRole('button', { name: 'Block', exact: true }).press('Enter')
  await expect(slot(page, '03:00')).toContainText(/Blocked.*0 left.*6 seats once unblocked/)
  await book('09:00', 3)

  await page.keyboard.press('m')
  const sheet = page.getByRole('region', { name: 'Manifest' })
  await expect(sheet).toContainText(/5 people in 2 bookings.*03:002 people in 1 booking.*09:003 people in 1 booking/)
  await checkAccess(page, 'the manifest by start time')
  await sheet.getByRole('button', { name: '09:00' }).click()
  await expect(sheet).toContainText('0 of 3 checked in')
  await expect(sheet.getByText('03:00 english')).toHaveCount(0)

  await page.getByRole('button', { name: 'Unblock: 03:00, english and german' }).press('Enter')
  await page.getByRole('button', { name: 'Unblock', exact: true }).press('Enter')
  await expect(slot(page, '03:00')).toContainText(/On sale.*4 left/)
})
