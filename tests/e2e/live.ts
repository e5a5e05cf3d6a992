import type { Page } from '@playwright/test'

/** Does what brings the scripts of the prerendered home page, moves the pointer, and waits until they have taken over. */
export async function live(page: Page): Promise<void> {
  // From one place to another: the pointer may be at the first one already.
  await page.mouse.move(1, 0)
  await page.mouse.move(0, 0)
  await page.waitForSelector('html.is-live', { state: 'attached' })
}

/** Makes our scripts, or those at some addresses, wait until `release`; the inline one runs. */
export async function holdScripts(page: Page, which = /\.js$/): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}
