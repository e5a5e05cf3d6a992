import type { Page, Route } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { createCheckout, listOwnBookingsOfTour } from '../../src/shared/payments/checkout-calls.ts'
import { checkAccess } from './axe.ts'
import { expect, test } from './site.ts'
import { bookAndPayByCall, bookByCall, countCalls, departure, expectAddress, payByCard } from './traveller.ts'

const TOUR = 'paris-and-a-day-on-the-loire'
const PAGE = `/#/destination-details/${TOUR}`
const NOTE = /You already have a paid booking for this day: M-\w+, \d guests?\./

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 } })

const book = (page: Page) => page.getByRole('button', { name: 'Book This Tour' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Book this day again?' })

async function choose(page: Page, day: string): Promise<void> {
  await page.goto(PAGE)
  await page.getByLabel('Departure Date').fill(day)
}

test(
  'a payment whose response was lost is found by the tour’s page, and is not made twice',
  { tag: '@day' },
  async ({ page, site, complaints }) => {
    complaints.expect(/ERR_FAILED/)
    const { day } = departure(41)
    const cards = await site.cards()
    // The webhook is lost too: only the card provider has the payment.
    await cards.tell('webhooks', { drop: true })
    try {
      await choose(page, day)
      await book(page).click()
      await page.route('**/card-sandbox/c/pay/*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch({ maxRedirects: 0 })
        return route.abort()
      })
      await payByCard(page)
      await expect.poll(async () => (await cards.state()).sessions.at(-1)?.payment_status).toBe('paid')
      await expect.poll(() => page.url()).toMatch(/^chrome-error:/)
      await page.goto(PAGE)

      await expect(page.getByText(NOTE)).toBeVisible()
      await expect(book(page)).toHaveAccessibleDescription(/If you book again, you’ll pay for more seats\./)
      const checkouts = countCalls(page, createCheckout.path)
      await book(page).click()
      await expect(question(page)).toContainText(NOTE)
      await checkAccess(page, 'the question')
      await question(page).getByRole('button', { name: 'Not now' }).click()
      expect(checkouts.count).toBe(0)
      await book(page).click()
      await question(page).getByRole('link', { name: 'See it in My Bookings' }).click()
      await expectAddress(page, '#/bookings')
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
      await expect(page.getByRole('main').getByText('Confirmed')).toHaveCount(1)
    } finally {
      await cards.tell('webhooks')
    }
  },
)

test('a traveller can deliberately buy more seats', async ({ page, site }) => {
  const { day } = departure(42)
  await bookAndPayByCall(site, page, TOUR, day, 2)
  await choose(page, day)
  await page.getByRole('button', { name: 'Increase Adults' }).click()
  await book(page).click()
  await question(page).getByRole('button', { name: 'Book 2 more' }).click()
  await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
  await page.goto(PAGE)
  await page.getByLabel('Departure Date').fill(departure(43).day)
  await expect(page.getByText(NOTE)).toBeHidden()
  await book(page).click()
  await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
})

test('held seats are shown, continued and released where the tour is booked, and after Back from the browser’s cache', async ({
  page,
  site,
}) => {
  const [first, second] = [departure(44), departure(45)]
  await bookByCall(page.request, TOUR, first.day, 3)
  await choose(page, second.day)
  const held = (text: string, seats: number) =>
    page.getByText(new RegExp(`^You’re holding ${seats} seats? for ${text} until \\d\\d:\\d\\d \\(`))
  await expect(held(first.text, 3)).toBeVisible()
  await bookByCall(page.request, TOUR, second.day, 1)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(held(second.text, 1)).toBeVisible()
  await page.getByRole('button', { name: 'You’re holding 4 seats: continue or release' }).click()
  await expect(held(first.text, 3)).toBeInViewport()
  await checkAccess(page, 'the held seats')

  await page.getByRole('button', { name: 'Release seats' }).first().click()
  await expect(held(first.text, 3)).toBeHidden()
  await expect(page.getByText('You haven’t been charged, and your seats have been released.')).toBeFocused()
  const [departed] = await site.query('select seats_taken from departures where tour_id = $1 and departs_on = $2', [TOUR, first.day])
  expect(departed).toEqual({ seats_taken: 0 })
  await page.getByRole('button', { name: 'Continue payment' }).click()
  await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
})

for (const [what, respond] of [
  ['fails', (route: Route) => route.fulfill({ status: 500, json: {} })],
  ['never comes', () => undefined],
] as const) {
  test(`a list that ${what} says nothing and keeps nobody from booking`, async ({ page, complaints }) => {
    complaints.expect(/status of 500/)
    const { day } = departure(46)
    await bookByCall(page.request, TOUR, day, 1)
    await page.route(`**${pathOf(listOwnBookingsOfTour, { id: TOUR })}`, respond)
    await choose(page, day)
    await expect(page.getByText(/^You’re holding/)).toHaveCount(0)
    await book(page).click()
    await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
  })
}
