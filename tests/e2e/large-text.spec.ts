import type { Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/first-run/chromium.mjs'
import { bookAndPayByCall, departure } from './traveller.ts'
import { expect, test } from './site.ts'

// Whoever has set the browser to text of twice the size; the media queries know of it too, unlike of a size that a script sets.
test.use({
  isSignedIn: true,
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: [...CHROMIUM_FLAGS, '--blink-settings=imagesEnabled=false,defaultFontSize=32'],
  },
})

/** Returns what of the open dialog cannot be read or reached. */
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
  test(`with text of twice the size the dialogs can be read and used at ${width} px`, async ({ page, site }) => {
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
    await expect(page.getByText('You get back')).toBeVisible()
    await look('Confirm Cancellation')
    await page.goto('/#/settings')
    await page.getByRole('button', { name: 'Change email' }).click()
    await look('Change email')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await look('Delete your account?')
  })
}
