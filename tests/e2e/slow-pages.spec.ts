import type { Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import { expect, logInByCall, test } from './site.ts'

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 } })

const TOUR = 'kyoto-temples-and-tea'
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Loading the page' })
const skeleton = (page: Page) => page.getByRole('main').locator('.page-skeleton')
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const cards = (page: Page) => page.getByRole('article')
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })

/** Blocks requests to these addresses until the returned function is called. */
async function holdBack(page: Page, address: RegExp | string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function openTours(page: Page): Promise<void> {
  await page.goto('/#/destinations')
  await expect(cards(page).first()).toBeVisible()
}

test('while a tour’s script loads there is a bar, then the tour’s skeleton from its top, and both are announced', async ({ page }) => {
  const release = await holdBack(page, /\/destination-details-page-[\w-]+\.js$/)
  await openTours(page)
  await cards(page).nth(5).getByRole('link', { name: 'View Details' }).click()
  await expect(bar(page)).toBeVisible()
  await expect(skeleton(page)).toBeVisible()
  await expect(skeleton(page)).toHaveAttribute('data-shape', 'tour')
  await expect(title(page, 'Find Your Next Adventure')).toBeHidden()
  await expect(page.getByText('Loading…')).toBeAttached()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(bar(page)).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
})

test('Back while a page is loading leads to the page before, where it was left', async ({ page }) => {
  const release = await holdBack(page, /\/site-map-page-[\w-]+\.js$/)
  await openTours(page)
  // The page is that long only once the list is there.
  await expect.poll(() => page.evaluate(() => (scrollTo(0, 3000), scrollY))).toBe(3000)
  await footerLink(page, 'Site Map').evaluate((link: HTMLElement) => link.click())
  await expect(skeleton(page)).toBeVisible()
  await page.goBack()
  await expect(title(page, 'Find Your Next Adventure')).toBeAttached()
  await expect(skeleton(page)).toHaveCount(0)
  await expect(bar(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(3000)
  release()
})

test('on a fast connection neither bar nor skeleton ever shows', async ({ page }) => {
  await page.clock.install()
  await openTours(page)
  await page.evaluate(() => {
    const seen = Object.assign(window, { signs: 0 })
    new MutationObserver(() => (seen.signs += document.querySelectorAll('[role="progressbar"], .page-skeleton').length)).observe(document, {
      subtree: true,
      childList: true,
    })
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await footerLink(page, 'Site Map').click()
  await expect(title(page, 'Site Map')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { signs: number }).signs)).toBe(0)
})

test('a tour’s details from the list show before the tour has loaded', async ({ page }) => {
  const release = await holdBack(page, `**${pathOf(getTour, { id: TOUR })}`)
  await page.goto('/#/destinations?search=Kyoto')
  const card = cards(page).filter({ has: page.locator(`a[href*="${TOUR}"]`) })
  const name = (await card.getByRole('heading').textContent()) ?? ''
  const price = (await card.getByText(/^\$[\d,.]+/).textContent()) ?? ''
  await card.getByRole('link', { name: 'View Details' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Loading...')
  await expect(main.getByText(name, { exact: true })).toBeVisible()
  await expect(main.getByText(price)).toBeVisible()
  await expect(main.locator('img').first()).toBeVisible()
  release()
  await expect(title(page, name)).toBeVisible()
})

test('the list preloads the script of its tours’ page, and pressing a link loads any page before the press ends', async ({ page }) => {
  const ahead = page.waitForRequest(/\/destination-details-page-[\w-]+\.js$/)
  await openTours(page)
  await ahead
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked = page.waitForRequest(/\/site-map-page-[\w-]+\.js$/)
  await footerLink(page, 'Site Map').hover()
  await page.mouse.down()
  await asked
  await page.mouse.up()
  await expect(title(page, 'Site Map')).toBeVisible()
})

test('in the console too', async ({ site, playwright, openBrowser }) => {
  const context = await openBrowser(
    await logInByCall(playwright, site, { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }),
  )
  const page = await context.newPage()
  const release = await holdBack(page, /\/quotes-page-[\w-]+\.js$/)
  await page.goto('/#/admin')
  await expect(title(page, 'Today')).toBeVisible()
  await page.evaluate(() => (location.hash = '#/admin/quotes'))
  await expect(bar(page)).toBeVisible()
  await expect(title(page, 'Today')).toBeHidden()
  release()
  await expect(title(page, 'Quotes')).toBeVisible()
  await expect(bar(page)).toBeHidden()
})
