import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import * as staffBookingCalls from '../../src/shared/bookings/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { addDays, dayInWords, localToday, longDay, type Day } from '../../src/shared/dates.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookAndPayByCall, bookByCall, expectAddress } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = 'tokyo-and-mount-fuji'
const NAME = 'Tokyo and Mount Fuji'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Changes a departure by a call, as a colleague elsewhere would. */
async function change(context: BrowserContext, origin: string, path: string, data: object = {}): Promise<void> {
  const method = path.endsWith('/capacity') ? 'put' : 'post'
  await context.request[method](path, { data, headers: { origin }, failOnStatusCode: true })
}

const dayAt = (days: number): Day => addDays(localToday(), days)
const pageOf = (day: Day) => `/#/admin/departures/${encodeURIComponent(departureId(TOUR, day))}`

for (const width of [390, 1440]) {
  test(
    `at ${width} px a departure is found in the month by keyboard, blocked, and put back on sale`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser, account }) => {
      // Days of its own: other tests on the site sell the same tour.
      const day = dayAt(width === 390 ? 37 : 38)
      const traveller = await openBrowser(await signUpByCall(playwright, site, account))
      await bookAndPayByCall(site, await traveller.newPage(), TOUR, day, 3)
      const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
      const page = await context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin')
      await expectHeading(page, 'Today')
      await page.keyboard.press('g')
      await page.keyboard.press('d')
      await expectHeading(page, 'Departures')
      await page.getByRole('grid').getByRole('button').first().waitFor()
      await page.locator(`[data-day="${localToday()}"]`).focus()
      for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowDown')
      for (let at = addDays(localToday(), 35); at < day; at = addDays(at, 1)) await page.keyboard.press('ArrowRight')
      await expect(page.locator(`[data-day="${day}"]`)).toBeFocused()
      await expect(page.locator(`[data-day="${day}"]`)).toHaveAccessibleName(/\d+ departures, 3 of \d{3} seats sold, \d+ without bookings/)
      await checkAccess(page, `the month at ${width} px`)

      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expectHeading(page, `${NAME}, ${longDay(day)}`)
      await checkAccess(page, `a departure at ${width} px`)
      await page.keyboard.press('b')
      await expect(page.getByText('3 seats sold aren’t affected: no bookings are cancelled and nothing is refunded.')).toBeVisible()
      await checkAccess(page, `blocking at ${width} px`)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Date blocked.')).toBeVisible()
      await expect(page.getByRole('main').getByText('Blocked', { exact: true })).toBeVisible()
      await page.keyboard.press('b')
      await page.getByRole('dialog').getByRole('button', { name: 'Unblock date' }).press('Enter')
      await expect(page.getByText('Date unblocked.')).toBeVisible()
      await page.keyboard.press('u')
      await expectAddress(page, new RegExp(`departures\\?day=${day}`))
    },
  )
}

test('no figure of the month is cut off, however narrow the page', async ({ site, playwright, openBrowser }) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.route('**/staff/departure-days?*', async (route) => {
    const response = await route.fetch()
    const days = (await response.json()) as object[]
    await route.fulfill({ response, json: days.map((day) => ({ ...day, sold: 1234, held: 0, capacity: 5678 })) })
  })
  await page.goto('/#/admin/departures')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const cell = page.getByRole('grid').getByRole('button', { name: /1234 of 5678 seats sold/ })
    await expect(cell.first().getByText('1,234')).toBeVisible()
    const cut = await cell.first().evaluate((button) => {
      const edge = button.getBoundingClientRect()
      return Array.from(button.querySelectorAll('[aria-hidden] span'), (part) => ({
        text: part.textContent,
        right: part.getBoundingClientRect().right,
        isCut: part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
      }))
        .filter(({ right, isCut }) => isCut || right > edge.right)
        .map(({ text }) => text)
    })
    expect(cut, `at ${width} px`).toEqual([])
  }
})

test('on a phone, pressing a day leads to its list below the month', async ({ site, playwright, openBrowser }) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.setViewportSize({ width: 390, height: 660 })
  const day = dayAt(44)
  await page.goto(`/#/admin/departures?day=${addDays(day, day.endsWith('01') ? 1 : -1)}`)
  await page.locator(`[data-day="${day}"]`).click()
  const heading = page.getByRole('heading', { level: 2, name: dayInWords(day, { weekday: 'long' }) })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport({ ratio: 1 })
})

test('every day of a tour is listed, and the second to set a capacity is told what the first has done', async ({
  site,
  playwright,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/409/)
  const day = dayAt(44)
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  await page.goto(`/#/admin/departures?day=${day}`)
  await expectHeading(page, 'Departures')
  await expect(page.getByText('No bookings on this day.')).toBeVisible()
  await page.getByRole('button', { name: /^\d+ departures without bookings$/ }).click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: NAME })).toContainText('0 of 12 sold')
  await checkAccess(page, 'departures without bookings')
  await page.keyboard.press('f')
  await page.getByLabel('Name of the tour').fill('Fuji')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(NAME) })
    .click()
  await page.getByRole('main').getByRole('link', { name: NAME }).click()
  await expectHeading(page, `${NAME}, ${longDay(day)}`)
  await page.keyboard.press('c')
  await expect(page.getByText('Currently 12; 0 sold, so the minimum is 0.')).toBeVisible()
  await page.getByLabel('Seats on this date').fill('20')
  await change(context, site.origin, pathOf(departureCalls.setCapacity, { id: departureId(TOUR, day) }), { capacity: 15, seenCapacity: 12 })
  await page.getByRole('button', { name: 'Set 20 seats' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Daniel Okafor has just changed this departure: it now has 15 seats.' }),
  ).toBeVisible()
  // The typed value is still there, and can now be confirmed deliberately.
  await expect(page.getByText('Currently 15;')).toBeVisible()
  await checkAccess(page, 'the capacity')
  await page.getByRole('button', { name: 'Set 20 seats' }).click()
  await expect(page.getByText('The departure now has 20 seats.')).toBeVisible()
  await expect(page.getByText('set for this date')).toBeVisible()
})

test(
  'cancelling a departure states the effects beforehand, again when they have changed, and its progress afterwards',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, account, complaints }) => {
    test.setTimeout(60_000)
    complaints.expect(/409/)
    const day = dayAt(46)
    const traveller = await openBrowser(await signUpByCall(playwright, site, account))
    await bookAndPayByCall(site, await traveller.newPage(), TOUR, day, 2)
    const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
    const page = await context.newPage()
    await change(context, site.origin, staffReservationCalls.makeReservation.path, {
      key: randomUUID(),
      customer: { name: 'Percy Phone', email: null },
      phone: '07700 900123',
      tourId: TOUR,
      travelDate: day,
      totalGuests: 1,
      totalCents: 109_000,
      payBy: 'cash',
      dueOn: dayAt(3),
    })
    await page.goto(pageOf(day))
    await expectHeading(page, `${NAME}, ${longDay(day)}`)
    await expect(page.getByRole('region', { name: 'Seats' })).toContainText(/Reserved1.*Held0in open checkouts/)
    await page.keyboard.press('x')
    await expect(page.getByText('1 unpaid reservation will end (1 seat)')).toBeVisible()
    await expect(page.getByText('1 booking will be cancelled (2 travellers), and the customers will be emailed your reason.')).toBeVisible()
    await checkAccess(page, 'cancelling a departure')
    await page.keyboard.type('Snow on the pass.')
    const other = await openBrowser(await signUpByCall(playwright, site, site.newcomer()))
    await bookByCall(other.request, TOUR, day, 1)
    await page.getByRole('button', { name: /^Cancel and refund \$/ }).click()
    await expect(page.getByText('Someone has just booked, paid or cancelled. Please check the new figures.')).toBeVisible()
    await expect(page.getByText('1 open checkout will end (1 seat)')).toBeVisible()
    await expect(page.getByLabel('Reason (sent to customers)')).toHaveValue('Snow on the pass.')
    await page.getByRole('button', { name: /^Cancel and refund \$/ }).click()
    await expect(page.getByText('“Snow on the pass.”')).toBeVisible()
    await expect(page.getByText('All 3 bookings and holds have been cancelled')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Refunded: 1')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('2 sent')).toBeVisible({ timeout: 20_000 })
    const toCall = page.getByRole('region', { name: '1 person has no email address: please call' })
    await expect(toCall).toContainText('Percy Phone')
    await expect(toCall.getByRole('link', { name: '+44 7700 900123' })).toHaveAttribute('href', 'tel:+447700900123')
    await expect(page.getByText('This departure is cancelled. You can’t undo this.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Seats' })).toContainText('Sold0')
    await checkAccess(page, 'a cancelled departure')
    await expect.poll(async () => (await site.mailsTo(account.email)).some(({ text }) => text.includes('Snow on the pass.'))).toBe(true)
  },
)

test('the manifest is shown on demand, prints as a clean sheet, and is saved as CSV', async ({
  site,
  playwright,
  openBrowser,
  account,
}) => {
  const day = dayAt(48)
  const traveller = await openBrowser(await signUpByCall(playwright, site, account))
  await bookAndPayByCall(site, await traveller.newPage(), TOUR, day, 2)
  const [booking] = await site.query<{ id: string }>('select booking_id as id from tour_bookings where departs_on = $1', [day])
  await site.query('update tour_bookings set traveller_names = \'{"Zoë Traveller"}\' where departs_on = $1', [day])
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  await change(context, site.origin, pathOf(staffBookingCalls.writeNote, { id: booking?.id ?? '' }), { body: 'Needs a ground-floor room' })
  const page = await context.newPage()
  await page.goto(pageOf(day))
  await expect(page.getByText('Viewing it is logged.')).toBeVisible()
  const main = page.getByRole('main')
  for (const [name, address] of [
    ['Tour', `#/admin/tours/${TOUR}`],
    ['Bookings', `#/admin/bookings?tour=${TOUR}&travel=${day}..${day}`],
    ['New booking', `#/admin/bookings/new?tour=${TOUR}&date=${day}`],
  ] as const)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  await page.keyboard.press('m')
  const sheet = page.getByRole('region', { name: 'Manifest' })
  for (const text of ['2 people in 1 booking', 'Zoë Traveller', 'Guest 2 of 2', account.email, 'Needs a ground-floor room'])
    await expect(sheet.getByText(text)).toBeVisible()
  await checkAccess(page, 'the manifest')
  const [entry] = await site.query<{ count: number }>(
    "select count(*)::int as count from audit_entries where action = 'manifest.read' and subject_id = $1",
    [departureId(TOUR, day)],
  )
  expect(entry?.count).toBe(1)

  const saving = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`travellers-${TOUR}-${day}.csv`)
  expect(await readFile(await file.path(), 'utf8')).toContain('\uFEFF"Reference","Traveller","Booked by","Email","Phone","Notes"')

  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByText('Zoë Traveller')).toBeVisible()
  await expectHeading(page, `${NAME}, ${longDay(day)}`)
  for (const screenOnly of [
    page.getByRole('navigation', { name: 'Console' }),
    page.getByRole('button'),
    page.getByText('Seats', { exact: true }),
  ])
    await expect(screenOnly.filter({ visible: true })).toHaveCount(0)
})

test('staff see departures and cannot change them', async ({ site, playwright, openBrowser, account }) => {
  // Staff need a longer password.
  const member = { ...account, password: 'a long way home in 2027' }
  await signUpByCall(playwright, site, member)
  await site.query("update users set role = 'staff' where email = $1", [member.email])
  const page = await (await openBrowser(await logInByCall(playwright, site, member))).newPage()
  await page.goto(pageOf(dayAt(50)))
  await expect(page.getByText('Only managers can block, resize or cancel a departure.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the manifest' })).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
