import type { Page } from '@playwright/test'
import { pages, tripPath } from '../../src/shared/pages.ts'
import { checkAccess } from './axe.ts'
import { expectCopied } from './clipboard.ts'
import { holdScripts, live } from './live.ts'
import { expect, signUpByCall, test } from './site.ts'
import { departure, expectAddress, logIn } from './traveller.ts'

// Visitors who come from a search engine to an agency with an open catalogue.

test.use({ settings: { OPEN_CATALOGUE: '1' } })

const TOUR = 'loire-by-bicycle'
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a tour can be read to the end, and leads on', async ({ page }) => {
    await page.goto(tripPath(TOUR))
    await expect(title(page)).toHaveText('The Loire by Bicycle')
    for (const name of ['Overview', 'Tour Details', 'Day by Day Itinerary', 'Refund Policy']) {
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
    for (const day of await page.getByRole('list', { name: 'Activities' }).all()) await expect(day).toBeVisible()
    await expect(page.getByRole('list', { name: 'Activities' })).not.toHaveCount(0)
    // Playwright does not look for text inside noscript.
    await expect(page.locator('main noscript > div')).toHaveText(/^\$[\d,]+per personChoose a date$/)
    await expect(page.locator('main noscript a')).toHaveAttribute('href', `/#${pages.destinationDetails(TOUR)}`)
    // Buttons that need a script are not offered.
    await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeHidden()
  })

  test('the list of all tours leads from page to page, and to a tour, which leads back to it', async ({ page }) => {
    await page.goto(pages.siteMap)
    await page.getByRole('main').getByRole('link', { name: 'All Tours' }).click()
    await expect(title(page)).toHaveText('All Tours')
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(title(page)).toHaveText('All Tours, page 2')
    const card = page.getByRole('article').first()
    const name = await card.getByRole('heading').innerText()
    await card.getByRole('link', { name: 'View Details' }).click()
    await expect(title(page)).toHaveText(name)
    await expect(page).toHaveURL(/\/trips\/[\w-]+$/)
    await page.getByRole('main').getByRole('link', { name: 'All tours' }).click()
    await expect(title(page)).toHaveText('All Tours')
  })

  test('a content page can be read, and its links lead to others', { tag: '@day' }, async ({ page }) => {
    await page.goto(pages.guides)
    await expect(title(page)).toHaveText('Guides')
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(title(page)).toHaveText('About Us')
    await expect(page).toHaveURL(/\/about$/)
  })

  test('the site map says that My Bookings requires signing in, and that the destinations do not', async ({ page }) => {
    await page.goto(pages.siteMap)
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'My Bookings (sign-in required)' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Destinations', exact: true })).toBeVisible()
  })
})

/** Records whether the page ever shows a skeleton, is empty, or shifts under its reader. */
async function watchChange(page: Page): Promise<() => Promise<{ gaps: number; shift: number }>> {
  await page.addInitScript(() => {
    const seen = { gaps: 0, shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const main = document.querySelector('main')
      if (main && (main.querySelector('.page-skeleton') || !main.querySelector('h1'))) seen.gaps += 1
      requestAnimationFrame(look)
    }
    addEventListener('DOMContentLoaded', look)
  })
  return async () => page.evaluate(() => (window as unknown as { seen: { gaps: number; shift: number } }).seen)
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport })

    test('the app takes over without a gap or a jump, where the reader is, and Back leads to where they came from', async ({ page }) => {
      const seen = await watchChange(page)
      await page.goto(pages.terms)
      await page.goto(tripPath(TOUR))
      await expect(title(page)).toBeVisible()
      await checkAccess(page, 'as the server has written it')
      const overview = page.getByRole('heading', { name: 'Overview' })
      const before = await overview.boundingBox()
      await live(page)
      await expectAddress(page, `#${pages.destinationDetails(TOUR)}`)
      expect(await overview.boundingBox()).toEqual(before)
      expect(await seen()).toEqual({ gaps: 0, shift: expect.closeTo(0, 1) })
      await checkAccess(page, 'as the program shows it')
      await page.getByRole('button', { name: /^Day 1/ }).click()
      await expect(page.getByRole('list', { name: 'Activities' }).first()).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`${pages.terms}$`))
      await expect(title(page)).toHaveText('Terms & Condition')
    })
  })
}

test(
  'a visitor reads, chooses a date and guests, is asked to sign in to book, and comes back to that choice',
  { tag: '@day' },
  async ({ page, site, account, playwright, complaints }) => {
    complaints.expect(/401/)
    await signUpByCall(playwright, site, account)
    const { day } = departure(40)
    await page.goto(tripPath(TOUR))
    await live(page)
    await page.getByLabel('Departure Date').fill(day)
    await page.getByRole('button', { name: 'Increase Adults' }).click()
    await page.getByRole('button', { name: 'Book This Tour' }).click()
    await expectAddress(page, '#/login')
    await expect(page.getByText('Log in to continue to the tour you chose.')).toBeVisible()
    await logIn(page, account)
    await page.getByRole('link', { name: 'Continue to the tour you chose' }).click()
    await expectAddress(page, `#${pages.destinationDetails(TOUR)}`)
    await expect(page.getByLabel('Departure Date')).toHaveValue(day)
    await expect(page.getByText('× 2 guests')).toBeVisible()
  },
)

test.describe('before the scripts have loaded', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('what was pressed is done once they have, and the focus stays', async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto(tripPath(TOUR))
    const more = page.getByRole('button', { name: 'Increase Adults' })
    await more.click()
    await more.click()
    await page.getByRole('button', { name: /^Day 2/ }).click()
    await page.getByRole('button', { name: 'Share' }).focus()
    held.release()
    await expect(page.getByText('× 3 guests')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Day 2/ })).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
  })

  test('a chosen date is kept, and pressing Book asks the visitor to log in', async ({ page, complaints }) => {
    complaints.expect(/401/)
    const held = await holdScripts(page)
    await page.goto(tripPath(TOUR))
    const { day } = departure(41)
    await page.getByLabel('Departure Date').fill(day)
    await page.getByRole('button', { name: 'Book This Tour' }).click()
    held.release()
    await expectAddress(page, '#/login')
    await expect(page.getByText('Log in to continue to the tour you chose.')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Departure Date')).toHaveValue(day)
  })

  test('the menu and the search stay open and keep what is typed; the app waits until they are closed', async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto(tripPath(TOUR))
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByLabel('Search tours').fill('kyo')
    held.release()
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Search tours').pressSequentially('to')
    await expect(page.getByLabel('Search tours')).toHaveValue('kyoto')
    await page.getByRole('button', { name: 'Close search' }).click()
    await page.waitForSelector('html.is-live', { state: 'attached' })
    await expectAddress(page, `#${pages.destinationDetails(TOUR)}`)
  })

  test('a link into the app is followed, however soon the app takes over', async ({ page }) => {
    await page.route(/\/#?$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.goto(tripPath(TOUR))
    await page.getByRole('link', { name: 'Login' }).first().click()
    await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  })

  test('an opened question stays open', async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto(pages.faqs)
    const question = page.locator('main details').nth(1)
    await question.locator('summary').click()
    held.release()
    await page.waitForSelector('html.is-live', { state: 'attached' })
    await expect(question).toHaveAttribute('open')
  })
})

test('a tour is shared by the address that shows a preview, and a section of a content page is found in the app', async ({
  page,
  site,
}) => {
  await page.context().grantPermissions(['clipboard-write'])
  await page.goto(tripPath(TOUR))
  await live(page)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await expectCopied(page, `${site.origin}${tripPath(TOUR)}`)

  await page.goto(`${pages.guides}#cancelling`)
  await live(page)
  await expectAddress(page, `#${pages.guides}#cancelling`)
  await expect(page.locator('#cancelling')).toBeInViewport()
})

test('a card has the address that robots and new tabs follow; a plain click stays in the app', async ({ page }) => {
  await page.goto(`/#${pages.destinations}?search=loire`)
  const link = page.getByRole('article', { name: 'The Loire by Bicycle' }).getByRole('link')
  await expect(link).toHaveAttribute('href', new RegExp(`^${tripPath(TOUR)}(\\?|$)`))
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  const opening = page.context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  const tab = await opening
  await expect(title(tab)).toHaveText('The Loire by Bicycle')
  expect(new URL(tab.url()).pathname).toBe(tripPath(TOUR))
  await link.click()
  await expectAddress(page, `#${pages.destinationDetails(TOUR)}`)
  await expect(title(page)).toHaveText('The Loire by Bicycle')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  const similar = page.getByRole('region', { name: 'You might also like' }).getByRole('link').first()
  await expect(similar).toHaveAttribute('href', /^\/trips\//)
})

test('a missing tour is reported, with a way on', async ({ page, complaints }) => {
  complaints.expect(/404/)
  await page.goto('/trips/none')
  await expect(title(page)).toHaveText('Page Not Found')
  await checkAccess(page, 'the page that says so')
  await live(page)
  await expect(title(page)).toHaveText('Page Not Found')
  await page.getByRole('main').getByRole('link', { name: 'Go back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Trendy Travel Locations' })).toBeVisible()
})
