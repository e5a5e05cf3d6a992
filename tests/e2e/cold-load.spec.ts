import type { Page } from '@playwright/test'
import { pages } from '../../src/shared/pages.ts'
import { holdScripts } from './live.ts'
import { expect, test } from './site.ts'

// A visit that starts on an inner page: the prerendered home page never shows, and nothing jumps.

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 } })

const footer = (page: Page) => page.getByRole('contentinfo')
/** The skeleton of the main part, drawn while it waits for its script. */
const drawn = async (page: Page) => page.locator('main').evaluate((main) => getComputedStyle(main, '::before').backgroundImage)

test('before its script loads, a page shows its own skeleton, nothing of the home page, and the footer below', async ({ page }) => {
  const held = await holdScripts(page)
  const shapes = new Set<string>()
  for (const path of [pages.destinations, pages.bookings, pages.faqs]) {
    await page.goto(`/#${path}`)
    // A new hash alone loads nothing.
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('banner')).toBeVisible()
    for (const words of await page.locator('main .hero-text').all()) await expect(words).toBeHidden()
    await expect(footer(page)).not.toBeInViewport()
    shapes.add(await drawn(page))
  }
  expect(shapes.size).toBe(3)
  held.release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('nothing jumps while a page loads, and its script is requested before the first ones have run', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const held = await holdScripts(page, /\/react-[\w-]+\.js$/)
  const asked = page.waitForRequest(/\/destinations-page-[\w-]+\.js$/)
  await page.goto(`/#${pages.destinations}`, { waitUntil: 'commit' })
  await asked
  held.release()
  await expect(page.getByRole('link', { name: 'View Details' }).first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.05)
})

test.describe('a panel opened before the script has loaded stays open, with what is typed', () => {
  test('the search, which can be continued', async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto(`/#${pages.profile}`)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const field = page.getByLabel('Search tours')
    await field.pressSequentially('fuj')
    held.release()
    await expect(page.getByText(/^\d tours suggested$/)).toBeAttached()
    await expect(field).toBeFocused()
    await page.keyboard.type('i')
    await expect(field).toHaveValue('fuji')
    await page.evaluate(() => history.back())
    await expect(field).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })

  test('the menu, with a form being filled in', async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto(`/#${pages.faqs}`)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Name').fill('Zoë')
    await panel.getByLabel('Message').pressSequentially('A piano')
    held.release()
    await expect(panel.getByRole('link', { name: 'Vehicle Rental' })).toBeVisible()
    await page.keyboard.type(', upstairs')
    await expect(panel.getByLabel('Name')).toHaveValue('Zoë')
    await expect(panel.getByLabel('Email')).toHaveValue('')
    await expect(panel.getByLabel('Message')).toHaveValue('A piano, upstairs')
    await panel.getByRole('link', { name: 'Vehicle Rental' }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})
