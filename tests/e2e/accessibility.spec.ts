import type { Locator, Page } from '@playwright/test'
import { pages } from '../../src/shared/pages.ts'
import { checkAccess } from './axe.ts'
import { OPEN_PAGES } from './content-pages.ts'
import { goTo } from './go-to.ts'
import { layoutFaults } from './layout-faults.ts'
import { live } from './live.ts'
import { bookAndPayByCall, bookByCall, departure, expectAddress, letTravelBePast } from './traveller.ts'
import { expect, test } from './site.ts'

const TOUR = 'okinawa-and-the-kerama-islands'

// Colours are measured at rest, not in the middle of a fade.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const OPEN = [
  { path: '/', heading: /^Meridian/ },
  { path: '/login', heading: 'Login' },
  { path: '/signup', heading: 'Create Account' },
  { path: '/contact', heading: 'Contact Us' },
  { path: '/reviews', heading: 'What travellers say' },
  { path: '/forgot-password', heading: 'Forgot your password?' },
  { path: '/reset-password', heading: 'Choose a password' },
  { path: '/confirm-email', heading: 'Confirm your email address' },
  { path: '/nowhere', heading: 'Page Not Found' },
]
const GUARDED = [
  { path: '/destinations', heading: 'Find Your Next Adventure' },
  { path: `/destination-details/${TOUR}`, heading: 'Okinawa and the Kerama Islands' },
  { path: '/vehicle-price', heading: 'Vehicle' },
  { path: '/bookings', heading: 'My Bookings' },
  { path: '/success', heading: 'Payment' },
  { path: '/profile', heading: 'Ada Traveller' },
  { path: '/settings', heading: 'Settings' },
  { path: '/settings/security', heading: 'Sign-in security' },
]

/** The tools' pages are alike: one with photos and one without are enough. */
const LIKE_OTHERS = new Set(OPEN_PAGES.filter((path) => path.startsWith(pages.toolDetails(''))).slice(1, -1))
const ONE_OF_EACH = OPEN_PAGES.filter((path) => path !== pages.home && !LIKE_OTHERS.has(path))

const PHONE = { width: 390, height: 900 }
const DESKTOP = { width: 1440, height: 900 }

/** Checks a narrow and a wide window; `shown` has to be visible in both. */
async function checkBothWidths(page: Page, what: string, shown?: Locator): Promise<void> {
  const isWide = page.viewportSize()?.width === DESKTOP.width
  // Starts with the current width, so that it changes only once for each page.
  for (const size of isWide ? [DESKTOP, PHONE] : [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    if (shown) await expect(shown).toBeVisible()
    await checkAccess(page, `${what} at ${size.width} px`)
  }
}

async function open(page: Page, { path, heading }: { path: string; heading: string | RegExp }): Promise<void> {
  await page.goto(`/#${path}`)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
  await expect(page.getByText(/^(Loading|Finding)/)).toHaveCount(0)
}

test.describe('at 390 and 1440 pixels', () => {
  test.use({ viewport: PHONE })

  test('axe finds no fault in the open pages, panels and alerts', { tag: '@day' }, async ({ page, complaints }) => {
    complaints.expect(/status of 401/)
    test.setTimeout(90_000)
    for (const route of OPEN) {
      await open(page, route)
      await checkBothWidths(page, route.path)
    }
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
    await checkBothWidths(page, 'search overlay', page.getByRole('dialog', { name: 'Search' }))
    await page.keyboard.press('Escape')
    await page.setViewportSize(PHONE)
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Make an appointment' })).toBeVisible()
    await checkAccess(page, 'side panel')
    await page.keyboard.press('Escape')
    await open(page, { path: '/login', heading: 'Login' })
    await page.getByPlaceholder('Enter your email').fill('nobody@example.test')
    await page.getByPlaceholder('Enter your password').fill('wrong-one')
    await page.keyboard.press('Enter')
    await checkBothWidths(page, 'login refused', page.getByRole('alert'))
  })

  test('axe finds no fault in the information pages', async ({ page }) => {
    test.setTimeout(120_000)
    await page.goto('/')
    await live(page)
    for (const path of ONE_OF_EACH) {
      expect(await goTo(page, path), path).toBe(true)
      await checkBothWidths(page, path)
    }
    await goTo(page, `${pages.faqs}#refund-amount`)
    await checkBothWidths(page, 'open question', page.getByText('depends on the policy of the tour'))
  })

  test.describe('signed in', () => {
    test.use({ isSignedIn: true })

    test('axe finds no fault in the guarded pages, the dialogs and the hosted checkout', async ({ page, site, context }) => {
      test.setTimeout(120_000)
      const session = await bookAndPayByCall(site, page, TOUR, departure(60).day)
      const waiting = await bookByCall(context.request, TOUR, departure(61).day)
      for (const route of GUARDED) {
        await open(page, route)
        await checkBothWidths(page, route.path)
      }
      await open(page, { path: `/success?session_id=${session}`, heading: 'Payment Successful!' })
      await checkBothWidths(page, 'payment successful')
      await page.getByRole('button', { name: /’s account/ }).click()
      await checkBothWidths(page, 'account menu', page.getByRole('button', { name: 'Logout' }))
      await page.setViewportSize(DESKTOP)
      await open(page, { path: '/vehicle-price', heading: 'Vehicle' })
      await page.getByRole('button', { name: 'Rental Services' }).click()
      await checkAccess(page, 'sub-menu')
      await open(page, { path: `/destination-details/${TOUR}`, heading: 'Okinawa and the Kerama Islands' })
      await page.getByRole('button', { name: /^Day 1/ }).click()
      await page.getByLabel('Departure Date').fill('2020-01-01')
      await checkBothWidths(page, 'open day, wrong date')
      await page.getByRole('button', { name: /^All \d pictures/ }).click()
      await checkBothWidths(page, 'picture viewer', page.getByRole('dialog', { name: 'Lightbox' }))
      await page.keyboard.press('Escape')
      await open(page, { path: '/bookings', heading: 'My Bookings' })
      await page.getByRole('link', { name: 'Booking confirmation' }).click()
      await checkBothWidths(page, 'booking confirmation', page.getByText('No names yet.'))
      await open(page, { path: '/bookings', heading: 'My Bookings' })
      await page.getByRole('article').filter({ hasText: 'Confirmed' }).getByRole('button', { name: 'View' }).click()
      await checkBothWidths(page, 'booking details', page.getByRole('dialog', { name: 'Booking Details' }))
      await page.getByRole('button', { name: 'Cancel Tour' }).click()
      await checkBothWidths(page, 'confirm cancellation', page.getByText('You’ll get a full refund'))
      await letTravelBePast(site, TOUR, departure(60).day, departure(-60).day)
      await page.reload()
      for (const time of ['Upcoming', 'Past and cancelled']) await expect(page.getByRole('region', { name: time })).toBeVisible()
      await checkBothWidths(page, 'bookings to come and past ones')
      await page.goto(`/card-sandbox/c/pay/${waiting}`)
      await page.getByRole('button', { name: /^Pay/ }).click()
      await checkBothWidths(page, 'hosted checkout', page.getByRole('alert').first())
    })
  })
})

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 }, isSignedIn: true })

  test('no page overflows the window or breaks a heading, even with text twice as large', async ({ page, site, context }) => {
    test.setTimeout(90_000)
    const session = await bookAndPayByCall(site, page, TOUR, departure(62).day)
    await bookByCall(context.request, TOUR, departure(63).day)
    const confirmed = { path: `/success?session_id=${session}`, heading: 'Payment Successful!' }
    for (const route of [...GUARDED, confirmed, { path: '/', heading: /^Meridian/ }, { path: '/nowhere', heading: 'Page Not Found' }]) {
      await open(page, route)
      expect.soft(await layoutFaults(page), route.path).toEqual([])
    }
    await open(page, { path: '/bookings', heading: 'My Bookings' })
    await page.getByRole('article').filter({ hasText: 'Confirmed' }).getByRole('button', { name: 'View' }).click()
    const dialog = page.getByRole('dialog', { name: 'Booking Details' })
    expect.soft(await dialog.evaluate((box) => box.scrollWidth <= box.clientWidth), 'booking details').toBe(true)
    await page.getByRole('button', { name: 'Cancel Tour' }).click()
    await expect(page.getByRole('button', { name: 'Confirm Cancellation' })).toBeInViewport()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /’s account/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectAddress(page, '#/login')
    for (const route of OPEN.slice(1, 6)) {
      await open(page, route)
      expect.soft(await layoutFaults(page), route.path).toEqual([])
    }
  })
})

for (const width of [320, 768, 1280]) {
  test(`no open page overflows the window or breaks a heading at ${width} px, even with text twice as large`, async ({ page }) => {
    test.setTimeout(60_000)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await live(page)
    for (const path of OPEN_PAGES) {
      expect.soft(await goTo(page, path), path).toBe(true)
      expect.soft(await layoutFaults(page), path).toEqual([])
    }
  })
}
