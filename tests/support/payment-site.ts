import { afterAll, afterEach } from 'vitest'
import { reconcile } from '../../src/server/features/payments/reconcile/flows.ts'
import { expectInvariants } from './invariants.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/**
 * The site of a test file about payments. After each test the card provider behaves again, and the money has to add
 * up; with `settles` after what is still open has been settled.
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
