import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** What axe finds wrong, in lines that can be read; by the rules of WCAG up to 2.2 AA, or by all that axe has. */
export async function violations(page: Page, rules: 'wcag' | 'all' = 'wcag'): Promise<string[]> {
  // A page keeps axe until it is loaded anew; handing over its 500 kB each time would cost more than the looking.
  const isThere = await page.evaluate(() => 'axe' in window)
  // No page has frames, for whose sake the way that is not legacy opens a page of its own each time.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: '0' }) }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations: found } = await (rules === 'wcag' ? axe.withTags(TAGS) : axe).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}, ${node.failureSummary ?? ''}`))
}

/** A look at the page as it is now, named in the report; what is found does not end the test. */
export async function checkAccess(page: Page, what: string): Promise<void> {
  await test.step(what, async () => expect.soft(await violations(page), what).toEqual([]))
}
