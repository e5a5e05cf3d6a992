import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import { weekdayOf, WEEKDAYS } from '../../src/shared/run-days.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import { editTour, getStaffTour } from '../../src/shared/tours/staff-calls.ts'
import type { StaffTourDetails } from '../../src/shared/tours/staff.ts'
import { checkAccess } from './axe.ts'
import { answer } from './canned-responses.ts'
import { expectCopied } from './clipboard.ts'
import { expect, logInByCall, test } from './site.ts'

test.use({ isSignedIn: true })

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
/** A tour that no other test uses, because its days are changed here. */
const TOUR = 'new-york-and-the-catskills'

test('what the price covers, and where, when and for whom it is, can be read before booking', async ({ page }) => {
  await page.goto(`/#/destination-details/${TOUR}`)
  const facts = page.getByRole('region', { name: 'Good to Know' })
  for (const fact of ['Moderate', 'Age 12 and over', 'English', '16:00', 'The hotel on the Lower East Side, New York']) {
    await expect(facts.getByText(fact, { exact: true })).toBeVisible()
  }
  const inclusions = page.getByRole('region', { name: 'What’s Included' })
  await expect(inclusions.getByRole('listitem').filter({ hasText: '4 breakfasts, 2 lunches and 4 dinners' })).toBeVisible()
  await expect(inclusions.getByRole('heading', { name: 'Not included' })).toBeVisible()
  await expect(page.getByText(/^Departs|^Next departure/)).toHaveCount(0)
})

test('on a laptop the date, the price and the button are on the first screen, and the ratings are spread out', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/#/destination-details/tokyo-and-mount-fuji')
  await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Departure Date')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/× 1 guest =/)).toBeInViewport({ ratio: 1 })
  const title = page.getByRole('heading', { level: 1 })
  expect(await title.evaluate((heading) => getComputedStyle(heading).fontSize)).toBe('48px')
  const top = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? NaN
  expect(await top('Guests & Departure')).toBeLessThan(await top('Tour Details'))
  const counts = page.getByRole('region', { name: 'What travellers say' }).getByRole('listitem')
  await expect(counts.filter({ hasText: /^[1-5] stars?\d+ reviews?$/ })).toHaveCount(5)
})

test('on a phone what is good to know comes before the guests, and similar tours lie in a row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/destination-details/tokyo-and-mount-fuji')
  const top = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? NaN
  await expect(page.getByRole('region', { name: 'Good to Know' })).toBeVisible()
  expect(await top('Good to Know')).toBeLessThan(await top('Guests & Departure'))
  const cards = page.getByRole('region', { name: 'You might also like' }).getByRole('article')
  await expect(cards.first()).toBeVisible()
  // Measured at one moment: cards further down load their pictures meanwhile.
  const tops = async () => cards.evaluateAll((all) => all.slice(0, 2).map((card) => card.getBoundingClientRect().top))
  await expect.poll(async () => new Set(await tops()).size).toBe(1)
  await expect(cards.nth(1).getByRole('heading')).not.toBeInViewport({ ratio: 1 })
  await cards.nth(1).getByRole('link').focus()
  await expect(cards.nth(1).getByRole('heading')).toBeInViewport({ ratio: 1 })
})

test('a tour that cannot be booked online says so before anybody presses the button', async ({ page }) => {
  const tour = (await (await page.request.get(pathOf(getTour, { id: TOUR }))).json()) as { data: object }
  await answer(page, pathOf(getTour, { id: TOUR }), { json: { data: { ...tour.data, stripePriceId: null } } })
  await page.goto(`/#/destination-details/${TOUR}`)
  await expect(page.getByRole('status').filter({ hasText: /^You can’t book this tour online yet. Please call us on/ })).toBeVisible()
})

test('a tour leads back to the results it was found in, and is shared', async ({ page, site }) => {
  await page.goto('/#/destinations?destination=Japan&sort=price')
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await page.getByRole('link', { name: 'Back to the results' }).click()
  await expect(page).toHaveURL(`${site.origin}/#/destinations?destination=Japan&sort=price`)

  await page.context().grantPermissions(['clipboard-write'])
  await page.goto(`/#/destination-details/${TOUR}?guests=2`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
  await expectCopied(page, `${site.origin}/#/destination-details/${TOUR}`)
})

test(
  'a tour that does not run today says when it does, and a press takes the next departure',
  { tag: '@day' },
  async ({ page, site, playwright, openBrowser }) => {
    const [today, next] = [localToday(), addDays(localToday(), 2)]
    const staff = (await openBrowser(await logInByCall(playwright, site, ADMIN))).request
    const { version, fields } = (await (await staff.get(pathOf(getStaffTour, { id: TOUR }))).json()) as StaffTourDetails
    const data = { version, fields: { ...fields, runs: { kind: 'weekdays', weekdays: [weekdayOf(next)] } } }
    await staff.put(pathOf(editTour, { id: TOUR }), { data, headers: { origin: site.origin }, failOnStatusCode: true })

    await page.goto(`/#/destination-details/${TOUR}`)
    const date = page.getByLabel('Departure Date')
    await expect(date).toHaveValue(today)
    await expect(date).toHaveAccessibleDescription(`Departs on ${WEEKDAYS[weekdayOf(next) - 1]}s`)
    const dayOff = page.getByRole('status').filter({ hasText: `No departure on ${longDay(today)}. The next one is on ${longDay(next)}.` })
    await expect(dayOff).toBeVisible()
    await expect(page.getByText(/^Free cancellation|left on/)).toHaveCount(0)
    await checkAccess(page, 'a day off')
    await page.getByRole('button', { name: 'Book This Tour' }).click()
    await expect(date).toBeFocused()

    await page.getByRole('button', { name: `Next departure: ${longDay(next)}` }).press('Enter')
    await expect(date).toHaveValue(next)
    await expect(date).toBeFocused()
    await expect(page.getByText(`seats left on ${longDay(next)}`)).toBeVisible()
    await expect(dayOff).toHaveCount(0)
    await date.fill(addDays(next, 1))
    await expect(page.getByRole('button', { name: `Next departure: ${longDay(addDays(next, 7))}` })).toBeVisible()
    await page.getByRole('button', { name: 'Book This Tour' }).click()
    await expect(page).toHaveURL(/destination-details/)
  },
)
