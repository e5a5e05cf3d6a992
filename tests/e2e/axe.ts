import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Returns what axe finds wrong, in readable lines, by the rules of WCAG up to 2.2 AA or by all of axe's rules. */
export async function violations(page: Page, rules: 'wcag' | 'all' = 'wcag'): Promise<string[]> {
  // A page keeps axe until it is reloaded; handing over its 500 kB each time would cost more than the check.
  const isThere = await page.evaluate(() => 'axe' in window)
  // No page has frames; for them, the mode that is not legacy would open a blank page each time.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: '0' }) }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations: found } = await (rules === 'wcag' ? axe.withTags(TAGS) : axe).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}, ${node.failureSummary ?? ''}`))
}

/** Checks the page as it is now, named in the report; a finding does not end the test. */
export async function checkAccess(page: Page, what: string): Promise<void> {
  await test.step(what, async () => expect.soft(await violations(page), what).toEqual([]))
}
