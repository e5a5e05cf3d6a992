import type { SandboxControl } from '../../tests/support/sandbox-control.ts'
import { countAct, pickTowardsRare, type Act, type ActCounts, type Choice } from './acts.ts'
import { leftThere, readProviderList, type ProviderCharge, type ProviderList } from './provider-list.ts'
import type { Site } from './site.ts'
import { REFUND_STEPS } from './staff-tasks.ts'
import { pick } from './weather.ts'

const EXTERNAL_CENTS = 1000
/** At least, and one for each so many seconds that have passed. */
const ROUNDS = 3
const SECONDS_OF_ROUND = 2
/** Of the newest payments only: those of before must not all end in disputes. */
const NEWEST = 60
const REASONS = ['fraudulent', 'product_not_received', 'duplicate', 'credit_not_processed']

/** Where banks take a dispute from each status (packages/card-sandbox/resources/disputes.ts). */
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

/** What comes of refunds that may stand in for another. */
const ASKED: readonly Act[] = ['outside refund is the failed one', 'outside refund is another one']

const WORKS: readonly Choice<(desk: Desk, provider: ProviderList) => Promise<void>>[] = [
  [3, refundOutside, ['refunded outside', ...ASKED]],
  [3, openDispute, ['dispute of all', 'dispute of a part', 'dispute of a disputed payment', 'inquiry', 'dispute prevented']],
  [4, moveDispute, ['inquiry closed', 'inquiry disputed', 'dispute won', 'dispute lost', 'dispute appealed']],
  [3, endRefunds, REFUND_STEPS],
  [1, emptyBalance, ['balance emptied', 'refund retried']],
  [2, rest],
]

/**
 * Plays the card provider's side of the last `seconds`: refunds in its dashboard, disputes and what banks decide about them, a balance too
 * low, a wrong amount.
 */
export async function meddle(site: Site, random: () => number, acts: ActCounts, seconds: number): Promise<void> {
  const isFilled = random() < 0.5
  if (isFilled) await site.tell('balance')
  for (let round = 0; round < Math.max(ROUNDS, seconds / SECONDS_OF_ROUND); round++) {
    const provider = await readProviderList(site)
    const desk = { cards: await site.server.cards(), random, acts }
    const work = pickTowardsRare(random, acts, WORKS)
    // With an empty balance no refund is made there either.
    await work(desk, provider).catch(() => undefined)
    if (random() < 0.05) await desk.cards.tell('alter', { amount: 100 })
  }
}

async function rest(): Promise<void> {}

/** Has refunds refused, or kept waiting, until there is money again. */
async function emptyBalance({ cards, random, acts }: Desk): Promise<void> {
  await cards.tell('balance', { empty: pick(random, ['refuses', 'refuses', 'pends']) })
  countAct(acts, 'balance emptied')
}

/** Has banks take or refuse refunds at once, rather than a minute later. */
async function endRefunds({ cards, random }: Desk, { charges }: ProviderList): Promise<void> {
  const refunds = charges.slice(-NEWEST).flatMap((charge) => charge.refunds)
  for (const { id } of refunds) if (random() < 0.3) await cards.tell('settle', { refund: id })
}

/**
 * As much as a failed refund, as someone does who makes that one by hand, or another amount. Where the first leaves something of the
 * payment, no one but a person can tell which it is.
 */
async function refundOutside({ cards, random, acts }: Desk, provider: ProviderList): Promise<void> {
  const paid = provider.charges.map((charge) => ({ charge, left: leftThere(provider, charge) })).filter(({ left }) => left > 0)
  const failing = paid.filter(({ charge }) => failedAmounts(charge).length > 0)
  const unclear = failing.filter(({ charge, left }) => failedAmounts(charge).some((cents) => cents < left))
  const newest = new Set(provider.charges.slice(-NEWEST))
  const open = paid.filter(({ charge }) => newest.has(charge))
  const from = pickTowardsRare(random, acts, [
    [1, unclear, ASKED],
    [2, failing],
    [3, open],
  ])
  if (from.length === 0) return
  const { charge, left } = pick(random, from)
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
  const outcome = pickTowardsRare(random, acts, OPENINGS)
  await cards.tell('dispute', { payment_intent: charge.payment_intent, outcome, amount, reason: pick(random, REASONS) })
  if (outcome === 'inquiry') countAct(acts, 'inquiry')
  if (outcome === 'prevented') countAct(acts, 'dispute prevented')
  if (outcome === 'opened') countAct(acts, amount === charge.amount ? 'dispute of all' : 'dispute of a part')
  if (disputed.has(charge.payment_intent)) countAct(acts, 'dispute of a disputed payment')
}

const OPENINGS: readonly Choice<string>[] = [
  [3, 'opened', ['dispute of all', 'dispute of a part', 'dispute won', 'dispute lost', 'dispute appealed']],
  [1, 'inquiry', ['inquiry', 'inquiry closed', 'inquiry disputed']],
  [1, 'prevented', ['dispute prevented']],
]

const MOVES: Record<string, Act> = {
  won: 'dispute won',
  lost: 'dispute lost',
  appeal_needs_response: 'dispute appealed',
  needs_response: 'inquiry disputed',
  warning_closed: 'inquiry closed',
  prevented: 'dispute prevented',
}

function actsOf(outcome: string): Act[] {
  const act = MOVES[outcome]
  return act ? [act] : []
}

async function moveDispute({ cards, random, acts }: Desk, { disputes }: ProviderList): Promise<void> {
  // The lost ones are many in the end, and few are appealed.
  const movable = disputes.filter(({ status }) => status in NEXT && (status !== 'lost' || random() < 0.15))
  if (movable.length === 0) return
  const { id, payment_intent, status } = pick(random, movable)
  const outcome = pickTowardsRare(
    random,
    acts,
    (NEXT[status] ?? []).map(([weight, next]) => [weight, next, actsOf(next)]),
  )
  await cards.tell('dispute', { payment_intent, outcome, dispute: id })
  for (const act of actsOf(outcome)) countAct(acts, act)
}
