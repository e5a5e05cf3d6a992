import type { Page } from '@playwright/test'

/**
 * Goes to a page of the site as a link within it would, without reloading the scripts, and waits until it is complete.
 * Returns false when it shows no heading, or is still loading, after five seconds.
 */
export async function goTo(page: Page, address: string): Promise<boolean> {
  const isAnother = await page.evaluate((to) => {
    const pathIn = (hash: string) => hash.replace(/^#\/?/, '').split(/[?#]/)[0]
    const isOther = pathIn(location.hash) !== pathIn(to.replace(/^\//, ''))
    if (isOther && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // As the router itself writes it: an address without a state is one typed in, which starts a new visit.
    history.pushState({ usr: null, key: to, idx: history.length }, '', `#${to}`)
    dispatchEvent(new PopStateEvent('popstate'))
    return isOther
  }, address)
  // Whatever a changed query or anchor causes has begun.
  await twoFrames(page)
  try {
    // Each new page moves the focus to its heading, whatever it has in common with the last one.
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
