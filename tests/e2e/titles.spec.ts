import type { Page } from '@playwright/test'
import { brand } from '../../src/shared/brand.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { getCheckoutSession } from '../../src/shared/payments/calls.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import { live } from './live.ts'
import { expect, test } from './site.ts'

test.use({ isSignedIn: true })

const TOUR = 'kyoto-temples-and-tea'

/** Records every pair of heading and title, in the very task that changes either. */
async function pairsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const pairs = new Set<string>()
    Object.assign(window, { pairs })
    new MutationObserver(() => {
      const heading = document.querySelector('main h1')?.textContent
      if (heading) pairs.add(`${heading} | ${document.title}`)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { pairs: Set<string> }).pairs])
}

test('the heading and the title of a page change together', { tag: '@day' }, async ({ page, complaints }) => {
  complaints.expect(/status of 500/, /ERR_FAILED/, /Failed to fetch dynamically imported module/)
  const pairs = await pairsOf(page)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`**${pathOf(getTour, { id: TOUR })}`, async (route) => {
    await held
    await route.continue()
  })
  await page.route(`**${pathOf(getCheckoutSession, { id: 'gone' })}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/assets/about-page-*.js', (route) => route.abort())

  await page.goto('/')
  await live(page)
  await page.getByRole('banner').getByRole('link', { name: 'Tour Bookings' }).click()
  await expect(heading('Find Your Next Adventure')).toBeVisible()
  await page.evaluate((id) => (location.hash = `#/destination-details/${id}`), TOUR)
  const anyHeading = page.locator('main h1')
  await expect(anyHeading).toHaveText('Loading...')
  letGo()
  await expect(anyHeading).not.toHaveText('Loading...')
  const tour = await anyHeading.textContent()
  await page.evaluate(() => (location.hash = '#/bookings'))
  await expect(heading('My Bookings')).toBeVisible()
  await page.evaluate(() => (location.hash = '#/success?session_id=gone'))
  await expect(page.getByText('Error loading payment data.')).toBeVisible()
  await page.evaluate(() => (location.hash = '#/about'))
  await expect(heading('This page lost its way')).toBeVisible()
  await page.evaluate(() => (location.hash = '#/never-was'))
  await expect(heading('Page Not Found')).toBeVisible()

  const [home, ...others] = await pairs()
  expect(home).toMatch(new RegExp(`${brand.tagline} · ${brand.name}$`))
  expect(others).toEqual(
    [
      'Find Your Next Adventure | Destinations',
      'Loading... | Tour',
      `${tour} | ${tour}`,
      'My Bookings | My Bookings',
      'Payment | Payment',
      'This page lost its way | This page lost its way',
      'Page Not Found | Page Not Found',
    ].map((pair) => `${pair} · ${brand.name}`),
  )
})
