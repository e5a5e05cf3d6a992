import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect, test } from './site.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** No rule of WCAG, but two parts of one name help nobody who goes from part to part. */
const WCAG: RunOptions = { runOnly: TAGS, rules: { 'landmark-unique': { enabled: true } } }

/**
 * Returns what axe finds wrong, in readable lines, by the rules of WCAG up to 2.2 AA and a few more, or by all of axe's rules; and which
 * colours are too faint for a visitor who prefers a dark page.
 */
export async function violations(page: Page, rules: 'wcag' | 'all' = 'wcag'): Promise<string[]> {
  // A page keeps axe until it is reloaded; handing over its 500 kB each time would cost more than the check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await findings(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...(await findings(page, rules === 'wcag' ? WCAG : {})), ...dark.map((finding) => `dark: ${finding}`)]
}

function findings(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(async (chosen) => {
    const { axe: here } = window as unknown as { axe: typeof axe }
    // A colour on its way to the other scheme is neither.
    const atOnce = new CSSStyleSheet()
    atOnce.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(atOnce)
    const { violations: found } = await here.run(document, { resultTypes: ['violations'], ...chosen })
    document.adoptedStyleSheets.pop()
    // What passed as well fills hundreds of kilobytes.
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}, ${node.failureSummary ?? ''}`))
  }, options)
}

/** Checks the page as it is now, named in the report; a finding does not end the test. */
export async function checkAccess(page: Page, what: string): Promise<void> {
  await test.step(what, async () => expect.soft(await violations(page), what).toEqual([]))
}
