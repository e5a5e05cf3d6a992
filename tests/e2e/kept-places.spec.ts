import type { Locator, Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import { expect, test } from './site.ts'

test.use({ isSignedIn: true })

const TOUR = 'tokyo-and-mount-fuji'
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Scrolls and waits for the scroll event. */
async function moveTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (y) => {
    const told = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
    scrollTo(0, y)
    await told
  }, top)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
}

async function expectPlace(page: Page, top: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top)
}

/** Presses without scrolling first, like a finger or a key. */
const press = async (control: Locator) => control.evaluate((element: HTMLElement) => element.click())

async function openTour(page: Page): Promise<void> {
  await page.goto(`/#/destination-details/${TOUR}`)
  await expect(page.getByRole('heading', { name: 'You might also like' })).toBeVisible()
}

for (const [width, top] of [
  [390, 960],
  [768, 800],
  [1440, 700],
] as const) {
  test(`at ${width} px Back from the hosted checkout, and a reload, lead to where the tour was left`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await openTour(page)
    await moveTo(page, top)
    await press(page.getByRole('button', { name: 'Book This Tour' }))
    await expect(page.getByRole('heading', { name: /^Pay / })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'You might also like' })).toBeAttached()
    await expectPlace(page, top)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You might also like' })).toBeAttached()
    await expectPlace(page, top)
  })
}

test('while a tour is loading again its skeleton shows, not the footer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTour(page)
  await moveTo(page, 2500)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${pathOf(getTour, { id: TOUR })}`, async (route) => {
    await promise
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('Loading...')).toBeInViewport()
  await expect(page.getByRole('contentinfo')).not.toBeInViewport()
  release()
  await expect(page.getByRole('heading', { name: 'You might also like' })).toBeAttached()
  await expectPlace(page, 2500)
})

test('Back and “Back to the results” lead to the same place in a narrowed list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/destinations?destination=France')
  await expect(cards(page)).toHaveCount(6)
  await moveTo(page, 1700)
  await press(page.getByRole('button', { name: 'Free cancellation' }))
  await expect(cards(page)).toHaveCount(5)
  await moveTo(page, 1500)
  const card = cards(page).nth(2)
  const name = (await card.getByRole('heading').textContent()) ?? ''
  const open = async () => {
    await press(card.getByRole('link', { name: 'View Details' }))
    await expect(title(page, name)).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  await open()
  await page.goBack()
  await expect(title(page, 'Find Your Next Adventure')).toBeAttached()
  await expectPlace(page, 1500)
  await open()
  await page.getByRole('link', { name: 'Back to the results' }).click()
  await expect(cards(page)).toHaveCount(5)
  await expectPlace(page, 1500)
})

test('Back and Forward between two searches lead to where each was left', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/#/destinations?destination=France')
  const card = page.getByRole('article', { name: 'Provence' })
  await expect(card).toBeVisible()
  await page.getByLabel('Destination', { exact: true }).selectOption('Bali')
  await moveTo(page, 800)
  await press(page.getByRole('search', { name: 'Tours' }).getByRole('button', { name: 'Search' }))
  await expect(page).toHaveURL(/destination=Bali$/)
  await expect(card).not.toBeAttached()
  await moveTo(page, 300)
  await page.goBack()
  await expect(card).toBeAttached()
  await expectPlace(page, 800)
  await page.goForward()
  await expect(card).not.toBeAttached()
  await expectPlace(page, 300)
})

test('Back and a reload lead to a tour that only Show more has loaded, also in a new document', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/destinations')
  await expect(cards(page)).toHaveCount(20)
  await press(page.getByRole('button', { name: 'Show more' }))
  await expect(cards(page).nth(20)).toBeAttached()
  const last = cards(page).last()
  const top = await last.evaluate((card) => Math.round(card.getBoundingClientRect().top + scrollY - 100))
  await moveTo(page, top)
  await page.reload()
  await expect(last).toBeInViewport()
  await expectPlace(page, top)
  await press(last.getByRole('link', { name: 'View Details' }))
  await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeAttached()
  // The new document has not loaded those lists.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeAttached()
  await page.goBack()
  await expect(last).toBeInViewport()
  await expectPlace(page, top)
})
