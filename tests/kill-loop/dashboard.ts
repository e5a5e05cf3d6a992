import { readProviderList } from './provider-list.ts'
import type { Site } from './site.ts'
import { pick } from './weather.ts'

const EXTERNAL_CENTS = 1000

/** Plays the card provider's side: a refund in its dashboard, a bank's decision, a wrong amount. */
export async function meddle(site: Site, random: () => number): Promise<void> {
  const { charges, disputes } = await readProviderList(site)
  const cards = await site.server.cards()
  const whole = charges.filter(
    ({ refunds, payment_intent }) => refunds.length === 0 && disputes.every((each) => each.payment_intent !== payment_intent),
  )
  if (random() < 0.15 && whole.length > 0) {
    await cards.tell('external_refund', { payment_intent: pick(random, whole).payment_intent, amount: EXTERNAL_CENTS })
  }
  const undecided = disputes.filter(({ status }) => status === 'needs_response')
  if (random() < 0.4 && undecided.length > 0) {
    const { payment_intent } = pick(random, undecided)
    await cards.tell('dispute', { payment_intent, outcome: pick(random, ['won', 'lost']) })
  }
  if (random() < 0.08) await cards.tell('alter', { amount: 100 })
}
