import type { Page } from '@playwright/test'
import { pages } from '../../src/shared/paths.ts'
import { expect, test } from './site.ts'

// A visit that begins at an inner page: nothing of the prerendered home page is seen, and nothing jumps.

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 } })

const footer = (page: Page) => page.getByRole('contentinfo')
/** How the main part is drawn while it waits for its script. */
const drawn = async (page: Page) => page.locator('main').evaluate((main) => getComputedStyle(main, '::before').backgroundImage)

test('before its script, a page shows its own shape, no word of the home page, and the footer waits below', async ({ page }) => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  const shapes = new Set<string>()
  for (const path of [pages.destinations, pages.bookings, pages.faqs]) {
    await page.goto(`/#${path}`)
    // Another hash alone loads nothing.
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('banner')).toBeVisible()
    for (const words of await page.locator('main .hero-text').all()) await expect(words).toBeHidden()
    await expect(footer(page)).not.toBeInViewport()
    shapes.add(await drawn(page))
  }
  expect(shapes.size).toBe(3)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('nothing jumps while a page arrives, and its script is asked for before the first ones have run', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/react-[\w-]+\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/destinations-page-[\w-]+\.js$/)
  await page.goto(`/#${pages.destinations}`, { waitUntil: 'commit' })
  await asked
  release()
  await expect(page.getByRole('link', { name: 'View Details' }).first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.05)
})
