import type { BrowserContext, Locator, Page } from '@playwright/test'
import { addDays, localToday } from '../../src/shared/dates.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import { checkAccess } from './axe.ts'
import { layoutFaults } from './layout-faults.ts'
import type { RunningSite } from './running-site.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookAndPayByCall } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
// The tests may share a site.
const OTHER_TOUR = 'provence-luberon-and-verdon'
// Travellers can be ticked off from the day before.
const day = addDays(localToday(), 1)

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const pageOf = (tour: string) => `/#/admin/departures/${encodeURIComponent(departureId(tour, day))}`

/** Books a party of three, only one of them named. */
async function bookParty(site: RunningSite, traveller: BrowserContext, tour: string): Promise<void> {
  await bookAndPayByCall(site, await traveller.newPage(), tour, day, 3)
  await site.query('update tour_bookings set traveller_names = \'{"Zoë Traveller"}\' where tour_id = $1 and departs_on = $2', [tour, day])
}

const button = (page: Page, traveller: string, name: 'Checked in' | 'No-show') =>
  page.getByRole('group', { name: traveller }).getByRole('button', { name })

async function expectLayout(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await layoutFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Does something that must not move a button: the next press would be somebody else's. */
async function expectStill(page: Page, what: Locator, act: () => Promise<void>): Promise<void> {
  const place = async () => (await what.boundingBox())?.y
  await what.scrollIntoViewIfNeeded()
  const [before, scrolled] = [await place(), await page.evaluate(() => window.scrollY)]
  await act()
  expect((await place()) ?? 0).toBeCloseTo((before ?? 0) + scrolled - (await page.evaluate(() => window.scrollY)), 0)
}

/** Expects the name of a booking above the buttons of its travellers. */
async function expectNameFirst(page: Page, name: string): Promise<void> {
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0
  const heading = page.getByRole('heading', { name })
  expect(await top(heading)).toBeLessThan(await top(button(page, 'Zoë Traveller', 'Checked in')))
}

test('on a phone travellers are ticked off without a network; the ticks survive a reload and are sent when it is back', async ({
  site,
  playwright,
  openBrowser,
  account,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const tour = 'tokyo-and-mount-fuji'
  await bookParty(site, await openBrowser(await signUpByCall(playwright, site, account)), tour)
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(pageOf(tour))
  await page.getByRole('button', { name: 'Show the manifest' }).click()
  await expect(page.getByText('0 of 3 checked in')).toBeVisible()
  await expectStill(page, button(page, 'Guest 3 of 3', 'Checked in'), async () => {
    await button(page, 'Zoë Traveller', 'Checked in').click()
    await expect(page.getByText(/^Checked in, \d+:\d\d [ap]m: Daniel Okafor$/)).toBeVisible()
  })
  await expectNameFirst(page, account.name)

  await context.setOffline(true)
  await button(page, 'Guest 2 of 3', 'Checked in').click()
  await button(page, 'Guest 3 of 3', 'No-show').click()
  await expect(page.getByText('2 of 3 checked in')).toBeVisible()
  await expect(page.getByText('1 no-show')).toBeVisible()
  await expect(page.getByText('2 check-ins are waiting for a connection')).toBeVisible()
  await checkAccess(page, 'a manifest with ticks that wait')
  await expectLayout(page)

  // The site is back, but not yet for the ticks.
  const path = `**${pathOf(departureCalls.tickDeparture, { id: departureId(tour, day) })}`
  await page.route(path, (route) => route.abort())
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Show the manifest' }).click()
  await expect(page.getByText('2 check-ins are waiting for a connection')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' }).click()
  await page.unroute(path)
  await expect(page.getByText(/^No-show, \d+:\d\d [ap]m: Daniel Okafor$/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('waiting for a connection')).toHaveCount(0)
  await expect(button(page, 'Guest 3 of 3', 'No-show')).toHaveAttribute('aria-pressed', 'true')
  const rows = await site.query<{ state: string }>(
    'select state from attendance_ticks join tour_bookings using (booking_id) where tour_id = $1 and departs_on = $2 order by seat',
    [tour, day],
  )
  expect(rows.map(({ state }) => state)).toEqual(['came', 'came', 'no_show'])
})

test(
  'a guide without an account opens a link, ticks travellers off, and sees nothing more once the link is withdrawn',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, account, complaints }) => {
    complaints.expect(/404/)
    await bookParty(site, await openBrowser(await signUpByCall(playwright, site, account)), OTHER_TOUR)
    const desk = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await desk.goto(pageOf(OTHER_TOUR))
    await desk.getByRole('button', { name: 'Create link' }).click()
    const url = await desk.getByLabel('New link').inputValue()
    await checkAccess(desk, 'a new link for a guide')

    const guide = await (await openBrowser()).newPage()
    await guide.setViewportSize({ width: 390, height: 844 })
    await guide.goto(url)
    await guide.getByLabel('Your name').fill('Gus Guide')
    await checkAccess(guide, 'a guide gives a name')
    await guide.getByRole('button', { name: 'Show travellers' }).click()
    await expectStill(guide, button(guide, 'Guest 3 of 3', 'Checked in'), async () => {
      await button(guide, 'Zoë Traveller', 'Checked in').click()
      await expect(guide.getByText('1 of 3 checked in')).toBeVisible()
      await expect(guide.getByText(/^Checked in, \d+:\d\d [ap]m: Gus Guide$/)).toBeVisible()
    })
    await expectNameFirst(guide, account.name)
    await expect(guide.getByText(account.email)).toHaveCount(0)
    await checkAccess(guide, 'the list of a guide')
    await expectLayout(guide)
    // The name is asked for once.
    await guide.reload()
    await expect(button(guide, 'Zoë Traveller', 'Checked in')).toHaveAttribute('aria-pressed', 'true')

    await desk.getByRole('button', { name: 'Show the manifest' }).click()
    await expect(desk.getByText(/^Checked in, \d+:\d\d [ap]m: Gus Guide$/)).toBeVisible()
    await desk.getByRole('button', { name: /^Take back/ }).click()
    await desk.getByRole('button', { name: 'Revoke' }).click()
    await expect(desk.getByRole('button', { name: /^Take back/ })).toHaveCount(0)
    await button(guide, 'Guest 2 of 3', 'Checked in').click()
    await expect(guide.getByText('This link no longer works.')).toBeVisible()
    await expect(guide.getByText('1 check-in was not sent. Please tell the office who was there.')).toBeVisible()
    await expect(guide.getByText('Zoë Traveller')).toHaveCount(0)
    await guide.goto('/#/guide?token=nonsense')
    await expect(guide.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await checkAccess(guide, 'a link that does not work')
  },
)
