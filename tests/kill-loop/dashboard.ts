import type { SandboxControl } from '../support/sandbox-control.ts'
import { countAct, type Act, type ActCounts } from './acts.ts'
import { leftThere, readProviderList, type ProviderCharge, type ProviderList } from './provider-list.ts'
import type { Site } from './site.ts'
import { pick, pickWeighted } from './weather.ts'

const EXTERNAL_CENTS = 1000
const ROUNDS = 3
/** Of the newest payments only: those of before must not all end in disputes. */
const NEWEST = 60
const REASONS = ['fraudulent', 'product_not_received', 'duplicate', 'credit_not_processed']

/** Where banks take a dispute from each status (card-sandbox/resources/disputes.ts). */
const NEXT: Record<string, readonly [number, string][]> = {
  warning_needs_response: [
    [2, 'warning_under_review'],
    [2, 'warning_closed'],
    [2, 'needs_response'],
    [1, 'prevented'],
  ],
  warning_under_review: [
    [1, 'warning_closed'],
    [1, 'needs_response'],
  ],
  needs_response: [
    [2, 'under_review'],
    [2, 'won'],
    [3, 'lost'],
  ],
  under_review: [
    [1, 'won'],
    [1, 'lost'],
  ],
  appeal_needs_response: [
    [1, 'appeal_under_review'],
    [1, 'won'],
    [1, 'lost'],
  ],
  appeal_under_review: [
    [1, 'won'],
    [1, 'lost'],
  ],
  lost: [
    [1, 'appeal_needs_response'],
    [1, 'won'],
  ],
}

interface Desk {
  cards: SandboxControl
  random: () => number
  acts: ActCounts
}

/** Plays the card provider's side: refunds in its dashboard, disputes and what banks decide about them, a wrong amount. */
export async function meddle(site: Site, random: () => number, acts: ActCounts): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const provider = await readProviderList(site)
    const desk = { cards: await site.server.cards(), random, acts }
    const work = pickWeighted(random, [
      [3, refundOutside],
      [3, openDispute],
      [4, moveDispute],
      [3, endRefunds],
      [2, rest],
    ])
    await work(desk, provider)
    if (random() < 0.05) await desk.cards.tell('alter', { amount: 100 })
  }
}

async function rest(): Promise<void> {}

/** Has banks take or refuse refunds at once, rather than a minute later. */
async function endRefunds({ cards, random }: Desk, { charges }: ProviderList): Promise<void> {
  const refunds = charges.slice(-NEWEST).flatMap((charge) => charge.refunds)
  for (const { id } of refunds) if (random() < 0.3) await cards.tell('settle', { refund: id })
}

/** As much as a failed refund, as somebody does who makes that one by hand, or another amount. */
async function refundOutside({ cards, random, acts }: Desk, provider: ProviderList): Promise<void> {
  const failing = provider.charges.filter((charge) => failedAmounts(charge).length > 0 && leftThere(provider, charge) > 0)
  const open = provider.charges.slice(-NEWEST).filter((charge) => leftThere(provider, charge) > 0)
  const from = failing.length > 0 && random() < 0.5 ? failing : open
  if (from.length === 0) return
  const charge = pick(random, from)
  const left = leftThere(provider, charge)
  const amount = Math.min(left, pick(random, [EXTERNAL_CENTS, ...failedAmounts(charge), ...failedAmounts(charge)]))
  await cards.tell('external_refund', { payment_intent: charge.payment_intent, amount })
  countAct(acts, 'refunded outside')
}

function failedAmounts({ refunds }: ProviderCharge): number[] {
  return refunds.filter(({ status }) => status === 'failed').map(({ amount }) => amount)
}

async function openDispute({ cards, random, acts }: Desk, provider: ProviderList): Promise<void> {
  const { charges, disputes } = provider
  const disputed = new Set(disputes.map(({ payment_intent }) => payment_intent))
  const open = charges.slice(-NEWEST).filter((charge) => leftThere(provider, charge) > 0)
  const again = open.filter(({ payment_intent }) => disputed.has(payment_intent))
  const from = again.length > 0 && random() < 0.3 ? again : open
  if (from.length === 0) return
  const charge = pick(random, from)
  const left = leftThere(provider, charge)
  const amount = pick(random, [left, Math.ceil(left / 2), Math.ceil(left / 3)])
  const outcome = pick(random, ['opened', 'opened', 'opened', 'inquiry', 'prevented'])
  await cards.tell('dispute', { payment_intent: charge.payment_intent, outcome, amount, reason: pick(random, REASONS) })
  if (outcome === 'inquiry') countAct(acts, 'inquiry')
  if (outcome === 'prevented') countAct(acts, 'dispute prevented')
  if (outcome === 'opened') countAct(acts, amount === charge.amount ? 'dispute of all' : 'dispute of a part')
  if (disputed.has(charge.payment_intent)) countAct(acts, 'dispute of a disputed payment')
}

const MOVES: Record<string, Act> = {
  won: 'dispute won',
  lost: 'dispute lost',
  appeal_needs_response: 'dispute appealed',
  warning_closed: 'inquiry closed',
  prevented: 'dispute prevented',
}

async function moveDispute({ cards, random, acts }: Desk, { disputes }: ProviderList): Promise<void> {
  // The lost ones are many in the end, and few are appealed.
  const movable = disputes.filter(({ status }) => status in NEXT && (status !== 'lost' || random() < 0.15))
  if (movable.length === 0) return
  const { id, payment_intent, status } = pick(random, movable)
  const outcome = pickWeighted(random, NEXT[status] ?? [])
  await cards.tell('dispute', { payment_intent, outcome, dispute: id })
  const act = outcome === 'needs_response' ? 'inquiry disputed' : MOVES[outcome]
  if (act) countAct(acts, act)
}
