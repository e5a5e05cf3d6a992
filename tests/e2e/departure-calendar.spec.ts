import type { Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { daysBetween, localToday, longDay, longMonth } from '../../src/shared/dates.ts'
import { addMonths, monthOf } from '../../src/shared/months.ts'
import { listMonthSeats } from '../../src/shared/tours/calendar-calls.ts'
import { lastTravelDay } from '../../src/shared/tours/travel-days.ts'
import { checkAccess } from './axe.ts'
import { answer } from './canned-responses.ts'
import { press, tabTo } from './keyboard.ts'
import { expect, test } from './site.ts'

test.use({ isSignedIn: true, contextOptions: { reducedMotion: 'reduce' } })

/** A tour that no other test uses, because days of it are sold out here. */
const TOUR = 'nakasendo-and-fuji-on-foot'
const SEATS = 10
const MONTHS_AHEAD = 10
const MONTH = addMonths(monthOf(localToday()), MONTHS_AHEAD)
const SOLD_OUT = `${MONTH}-10`
const FREE = `${MONTH}-11`

const opener = (page: Page) => page.getByRole('button', { name: 'See availability' })
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Choose your departure' })
const field = (page: Page) => page.getByLabel('Departure Date')
const dayButton = (page: Page, day: string) => page.locator(`[data-day="${day}"]`)

for (const width of [390, 1440]) {
  test(
    `at ${width} px a departure is chosen in the calendar by keyboard, and no sold-out day can be`,
    { tag: '@day' },
    async ({ page, site }) => {
      await page.setViewportSize({ width, height: 844 })
      await site.query('insert into departures (tour_id, departs_on, capacity) values ($1, $2, 0) on conflict do nothing', [TOUR, SOLD_OUT])
      await page.goto(`/#/destination-details/${TOUR}`)
      await press(page, opener(page))
      await expect(dayButton(page, localToday())).toBeFocused()
      await expect(dayButton(page, localToday())).toHaveAccessibleName(/, chosen$/)
      for (let month = 0; month < MONTHS_AHEAD; month++) await page.keyboard.press('PageDown')
      await expect(calendar(page).getByRole('grid', { name: /^Departures in / })).toHaveAccessibleName(new RegExp(MONTH.slice(0, 4)))

      const reached = (await page.locator('[data-day]:focus').getAttribute('data-day')) ?? ''
      const days = daysBetween(reached, SOLD_OUT)
      for (let step = 0; step < Math.abs(days); step++) await page.keyboard.press(days < 0 ? 'ArrowLeft' : 'ArrowRight')
      await expect(dayButton(page, SOLD_OUT)).toBeFocused()
      await expect(dayButton(page, SOLD_OUT)).toHaveAccessibleName(/: sold out$/)
      await expect(dayButton(page, SOLD_OUT)).toHaveAttribute('aria-disabled', 'true')
      await page.keyboard.press('Enter')
      await expect(calendar(page)).toBeVisible()
      await expect(field(page)).toHaveValue(localToday())
      await checkAccess(page, `the calendar at ${width} px`)

      await page.keyboard.press('ArrowRight')
      await expect(dayButton(page, FREE)).toHaveAccessibleName(new RegExp(`: ${SEATS} seats left$`))
      await page.keyboard.press('Enter')
      await expect(calendar(page)).toBeHidden()
      await expect(opener(page)).toBeFocused()
      await expect(field(page)).toHaveValue(FREE)
      await expect(page.getByText(`${SEATS} seats left on ${longDay(FREE)}`)).toBeVisible()
      await tabTo(page, page.getByRole('button', { name: 'Book This Tour' }))
      await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeEnabled()

      await opener(page).press('Enter')
      await expect(dayButton(page, FREE)).toBeFocused()
      await page.keyboard.press('Home')
      await page.keyboard.press('Escape')
      await expect(calendar(page)).toBeHidden()
      await expect(field(page)).toHaveValue(FREE)
    },
  )
}

test.describe('with a thumb', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('the next departure with room for the group is one tap, and a day with too few seats is refused', async ({ page }) => {
    const month = monthOf(localToday())
    const last = `${addMonths(month, 1)}-03`
    const days = [1, 2, 3].map((seatsLeft) => ({ date: `${addMonths(month, 1)}-0${seatsLeft}`, seatsLeft }))
    await page.route(
      (url) => url.pathname === pathOf(listMonthSeats, { id: TOUR }),
      async (route) => {
        const asked = new URL(route.request().url()).searchParams.get('month') ?? ''
        await route.fulfill({ json: { month: asked, days: days.filter(({ date }) => monthOf(date) === asked) } })
      },
    )
    await page.goto(`/#/destination-details/${TOUR}?guests=3`)
    await opener(page).tap()
    await calendar(page).getByRole('button', { name: 'Next month' }).tap()
    const few = dayButton(page, days[1]?.date ?? '')
    await expect(few).toHaveAccessibleName(/: 2 seats left, not enough for 3 guests$/)
    const { width = 0, height = 0 } = (await few.boundingBox()) ?? {}
    expect(Math.min(Math.round(width), height)).toBeGreaterThanOrEqual(44)
    // It is not disabled, and a finger may well try it.
    await few.tap({ force: true })
    await expect(calendar(page)).toBeVisible()
    await calendar(page).getByRole('region', { name: 'Next departures for 3 guests' }).getByRole('button').tap()
    await expect(calendar(page)).toBeHidden()
    await expect(field(page)).toHaveValue(last)
  })
})

test('with text twice as large on a phone the name of the month is not broken', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/#/destination-details/${TOUR}`)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await opener(page).click()
  const month = calendar(page).getByRole('status')
  await expect(month).toHaveText(longMonth(monthOf(localToday())))
  const lines = await month.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element.firstChild as Text, 0)
    range.setEnd(element.firstChild as Text, (element.textContent ?? '').indexOf(' '))
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
})

test('without the call for seats the calendar still offers the departure days, and reports no error', async ({ page, complaints }) => {
  complaints.expect(/status of 503/)
  await answer(page, pathOf(listMonthSeats, { id: TOUR }), { status: 503, json: { statusCode: 503 } })
  await page.goto(`/#/destination-details/${TOUR}`)
  await opener(page).click()
  await calendar(page).getByRole('button', { name: 'Next month' }).click()
  await expect(calendar(page).getByText(/seats|Next/)).toHaveCount(0)
  await expect(calendar(page).getByRole('alert')).toHaveCount(0)
  const day = `${addMonths(monthOf(localToday()), 1)}-15`
  await dayButton(page, day).click()
  await expect(field(page)).toHaveValue(day)
})

test('an unavailable day says why, and shows neither seats nor a refund', async ({ page }) => {
  const says = async (error: string) => {
    await expect(field(page)).toHaveAccessibleDescription(error)
    await expect(page.getByText(/left on|Free cancellation until|Sold out/)).toHaveCount(0)
  }
  const past = 'Please choose today or a later date'
  const late = `Please choose a date up to ${longDay(lastTravelDay(localToday()))}`
  const impossible = 'Please choose a valid date'
  const addresses = { '2020-01-01': past, '2099-01-01': late, '2027-02-30': impossible, soon: impossible }
  for (const [date, error] of Object.entries(addresses)) {
    await page.goto('/#/')
    await page.goto(`/#/destination-details/${TOUR}?date=${date}`)
    await says(error)
  }
  await page.getByRole('button', { name: 'Book This Tour' }).click()
  await expect(field(page)).toBeFocused()
  for (const [typed, error] of [
    ['01012020', past],
    ['01012099', late],
    ['02302027', impossible],
  ] as const) {
    await field(page).focus()
    await page.keyboard.type(typed)
    await opener(page).focus()
    await says(error)
  }
  await field(page).fill(FREE)
  await expect(page.getByText(`left on ${longDay(FREE)}`)).toBeVisible()
})

test('without a connection the buttons for calendar and pictures say that these could not be loaded', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/, /Failed to fetch dynamically imported module/)
  for (const part of ['departure-calendar-dialog', 'tour-lightbox']) await page.route(`**/assets/${part}-*.js`, (route) => route.abort())
  await page.goto(`/#/destination-details/${TOUR}`)
  await opener(page).click()
  await expect(page.getByText('We couldn’t load the calendar. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: /^All \d+ pictures$/ }).click()
  await expect(page.getByText('We couldn’t load the pictures. Please try again.')).toBeVisible()
})
