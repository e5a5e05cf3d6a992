import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect, test } from './site.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** No rule of WCAG, but two parts of one name help nobody who goes from part to part. */
const WCAG: RunOptions = { runOnly: TAGS, rules: { 'landmark-unique': { enabled: true } } }

/** Returns axe's findings as readable lines, by WCAG up to 2.2 AA and a few more rules, or by all of them, including colours too faint in dark mode. */
export async function violations(page: Page, rules: 'wcag' | 'all' = 'wcag'): Promise<string[]> {
  // A page keeps axe until it is reloaded; sending its 500 kB each time would cost more than the check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await findings(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...(await findings(page, rules === 'wcag' ? WCAG : {})), ...dark.map((finding) => `dark: ${finding}`)]
}

function findings(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(async (chosen) => {
    const { axe: here } = window as unknown as { axe: typeof axe }
    // Without transitions, which would be measured halfway between the schemes.
    const atOnce = new CSSStyleSheet()
    atOnce.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(atOnce)
    const { violations: found } = await here.run(document, { resultTypes: ['violations'], ...chosen })
    document.adoptedStyleSheets.pop()
    // The passes would add hundreds of kilobytes.
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}, ${node.failureSummary ?? ''}`))
  }, options)
}

/** Soft-checks the page in a named step, so that the test goes on after a finding. */
export async function checkAccess(page: Page, what: string): Promise<void> {
  await test.step(what, async () => expect.soft(await violations(page), what).toEqual([]))
}
