import type { Page } from '@playwright/test'

/** Text twice as large, as a visitor may set it in the browser. */
export async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.style.fontSize = '200%'
    // Sizes change in short transitions, from element to element: wait for a frame after the last of them.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isMoving = () => document.getAnimations().some((each) => each instanceof CSSTransition)
    do await frame()
    while (isMoving())
  })
}

/** What leaves the page sideways, and words of headings that are broken in the middle. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const excess = scrollWidth - window.innerWidth
    const broken = [...document.querySelectorAll('h1, h2, h3')]
      .filter((heading) => heading.checkVisibility())
      .flatMap((heading) => {
        const words: string[] = []
        const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const node = texts.currentNode as Text
          for (const { index, 0: word } of node.data.matchAll(/[^\s-]+/g)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(`broken word: ${word}`)
          }
        }
        return words
      })
    return [...(excess > 0 ? [`${excess} px too wide`] : []), ...broken]
  })
}
