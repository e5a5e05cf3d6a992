import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, test } from './site.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Returns axe's findings as readable lines, by WCAG up to 2.2 AA or all of its rules, including colours too faint in dark mode. */
export async function violations(page: Page, rules: 'wcag' | 'all' = 'wcag'): Promise<string[]> {
  // A page keeps axe until it is reloaded; sending its 500 kB each time would cost more than the check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await findings(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return [...(await findings(page, rules === 'wcag' ? TAGS : undefined)), ...dark.map((finding) => `dark: ${finding}`)]
}

function findings(page: Page, runOnly: string[] | undefined): Promise<string[]> {
  return page.evaluate(async (only) => {
    const { axe: here } = window as unknown as { axe: typeof axe }
    // Without transitions, which would be measured halfway between the schemes.
    const atOnce = new CSSStyleSheet()
    atOnce.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(atOnce)
    const { violations: found } = await here.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) })
    document.adoptedStyleSheets.pop()
    // The passes would add hundreds of kilobytes.
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}, ${node.failureSummary ?? ''}`))
  }, runOnly)
}

/** Soft-checks the page in a named step, so that the test goes on after a finding. */
export async function checkAccess(page: Page, what: string): Promise<void> {
  await test.step(what, async () => expect.soft(await violations(page), what).toEqual([]))
}
