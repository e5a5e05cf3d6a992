import type { Page } from '@playwright/test'

/** Returns elements that overflow sideways and heading words broken in the middle, with normal text and text twice as large. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const faultsNow = () => {
      const excess = document.documentElement.scrollWidth - window.innerWidth
      const headings = [...document.querySelectorAll('h1, h2, h3')].filter((heading) => heading.checkVisibility())
      return [...(excess > 0 ? [`${excess} px too wide`] : []), ...headings.flatMap(brokenWords)]
    }

    function brokenWords(heading: Element): string[] {
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
    }

    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

    /** Returns faults that outlast two frames, because dependent sizes follow a new width a little later. */
    const lasting = async () => {
      await frame()
      const first = new Set(faultsNow())
      if (first.size === 0) return []
      await frame()
      await frame()
      return faultsNow().filter((fault) => first.has(fault))
    }

    // Transitions would change sizes gradually, element by element.
    const atOnce = new CSSStyleSheet()
    atOnce.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(atOnce)
    // Fallback fonts give words other widths.
    await Promise.all(Array.from(document.fonts, async (font) => font.load().catch(() => undefined)))
    const faults = await lasting()
    document.documentElement.style.fontSize = '200%'
    faults.push(...(await lasting()).map((fault) => `with large text ${fault}`))
    document.documentElement.style.fontSize = ''
    await frame()
    document.adoptedStyleSheets.pop()
    return faults
  })
}
