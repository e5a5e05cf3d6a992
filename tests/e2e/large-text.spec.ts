import type { Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/first-run/chromium.mjs'
import { consolePages } from '../../src/shared/pages.ts'
import { bookAndPayByCall, departure } from './traveller.ts'
import { expect, logInByCall, test } from './site.ts'

// The browser's own text-size setting, which also affects media queries; a size set by a script does not.
test.use({
  isSignedIn: true,
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: [...CHROMIUM_FLAGS, '--blink-settings=imagesEnabled=false,defaultFontSize=32'],
  },
})

/** Returns the parts of the open dialog that cannot be read or reached. */
async function dialogFaults(page: Page): Promise<string[]> {
  return page.getByRole('dialog').evaluate((dialog) => {
    const faults = [dialog, ...dialog.querySelectorAll('*')]
      .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
      .map((part) => `${part.tagName} is ${part.scrollWidth - part.clientWidth} px too wide`)
    for (const button of dialog.querySelectorAll('footer button')) {
      button.scrollIntoView({ block: 'nearest' })
      const { top, bottom } = button.getBoundingClientRect()
      if (top < 0 || bottom > innerHeight) faults.push(`${button.textContent} is out of reach`)
    }
    const scrolling = [...dialog.querySelectorAll('*')].find(
      (part) => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY === 'auto',
    )
    if (scrolling && scrolling.clientHeight < innerHeight / 2) faults.push(`only ${scrolling.clientHeight} px to read in`)
    return faults
  })
}

for (const [width, height] of [
  [320, 568],
  [390, 740],
  [768, 900],
] as const) {
  test(`with text twice as large the dialogs can be read and used at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height })
    await bookAndPayByCall(site, page, 'riviera-by-the-little-trains', departure(170 + width / 10).day)
    const look = async (name: string) => {
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expect.poll(() => dialogFaults(page), name).toEqual([])
    }
    await page.goto('/#/bookings')
    await page.getByRole('button', { name: 'View' }).click()
    await look('Booking Details')
    await page.getByRole('button', { name: 'Cancel Tour' }).click()
    await expect(page.getByText('You’ll get a full refund')).toBeVisible()
    await look('Confirm Cancellation')
    await page.goto('/#/settings')
    await page.getByRole('button', { name: 'Change email' }).click()
    await look('Change email')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await look('Delete your account?')
  })
}

/** The headings' usual size in px, and the least factor by which they must grow. On a phone no word may be broken. */
for (const [width, usual, atLeast] of [
  [390, 38.7, 1.2],
  [768, 47.8, 1.9],
  [1440, 64, 1.99],
] as const) {
  test(`with text twice as large the headings grow too at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/#/bookings')
    const size = await page
      .getByRole('heading', { level: 1, name: 'My Bookings' })
      .evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize))
    expect(size / usual).toBeGreaterThanOrEqual(atLeast)
  })
}

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test('with text twice as large the console’s top bar scrolls away on a phone, and comes back for the keyboard', async ({
  site,
  playwright,
  openBrowser,
}) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(`/#${consolePages.tours}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Console' })
  const last = page.getByRole('main').getByRole('link').last()
  await expect(bar).toBeInViewport()
  await last.scrollIntoViewIfNeeded()
  await expect(bar).not.toBeInViewport()
  await bar.getByRole('link', { name: 'Tours' }).focus()
  await expect(bar).toBeInViewport()
  await page.setViewportSize({ width: 768, height: 900 })
  await last.scrollIntoViewIfNeeded()
  await expect(bar).toBeInViewport()
})

test('with text twice as large the header’s buttons end where the page does, and the ring of today stays in its cell', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/destination-details/nakasendo-and-fuji-on-foot')
  await page.getByRole('button', { name: 'See availability' }).waitFor()
  const menu = await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).boundingBox()
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeGreaterThan(340)
  await page.getByRole('button', { name: 'See availability' }).click()
  const cell = page.getByRole('gridcell').and(page.locator('[aria-current="date"]'))
  await expect(cell).toBeVisible()
  const isWithin = await cell.evaluate((today) => {
    const ring = today.querySelector('.ring-1')?.getBoundingClientRect()
    const { left, right } = today.getBoundingClientRect()
    return ring !== undefined && ring.left > left && ring.right < right
  })
  expect(isWithin).toBe(true)
})
