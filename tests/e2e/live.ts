import type { Page } from '@playwright/test'

/** Moves the pointer to load the scripts of the prerendered home page, and waits until they have taken over. */
export async function live(page: Page): Promise<void> {
  // Two moves, since the pointer may be at the first place already.
  await page.mouse.move(1, 0)
  await page.mouse.move(0, 0)
  await page.waitForSelector('html.is-live', { state: 'attached' })
}

/** Delays our scripts, or those matching `which`, until `release`; the inline one runs. */
export async function holdScripts(page: Page, which = /\.js$/): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}
