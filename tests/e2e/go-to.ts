import type { Page } from '@playwright/test'

/**
 * Follows an address as a link within the site would, without reloading the scripts. Returns false when the page shows no heading or is
 * still loading after five seconds.
 */
export async function goTo(page: Page, address: string): Promise<boolean> {
  const isAnother = await page.evaluate((to) => {
    const pathIn = (hash: string) => hash.replace(/^#\/?/, '').split(/[?#]/)[0]
    const isOther = pathIn(location.hash) !== pathIn(to.replace(/^\//, ''))
    if (isOther && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // With a state, as the router writes it; without one it would be a typed address, which starts a new visit.
    history.pushState({ usr: null, key: to, idx: history.length }, '', `#${to}`)
    dispatchEvent(new PopStateEvent('popstate'))
    return isOther
  }, address)
  // Let the effects of a changed query or anchor begin.
  await twoFrames(page)
  try {
    // Each new page moves the focus to its heading, whatever it shares with the last one.
    await page.waitForFunction(
      (isFocusExpected) => {
        const main = document.querySelector('main')
        const isLoading =
          /^(Loading|Finding).*\.\.\.$/m.test(main?.innerText ?? '') || document.querySelector('dialog[open]:not(.panel)') !== null
        return (!isFocusExpected || document.activeElement !== document.body) && main?.querySelector('h1') && !isLoading
      },
      isAnother,
      { timeout: 5000 },
    )
  } catch {
    return false
  }
  return true
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}
