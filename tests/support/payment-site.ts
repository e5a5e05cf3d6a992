import { afterAll, afterEach } from 'vitest'
import { reconcile } from '../../src/server/features/reconciliation/sweep.ts'
import { expectInvariants } from './invariants.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/**
 * Opens the site for a test file about payments. After each test the card provider's faults are cleared and the
 * invariants checked; `settles` first settles what is still open.
 */
export async function openPaymentSite({ settles = false } = {}): Promise<TestApp> {
  const site = await createTestApp()
  afterEach(async () => {
    await site.cards.tell('faults/clear')
    await site.cards.tell('webhooks')
    if (settles) await reconcile(site.deps, site.app.log, 0)
    await expectInvariants(site)
  })
  afterAll(async () => site.close())
  return site
}
