import { pickWeighted } from './weather.ts'

/** So long that whatever can happen has happened. */
export const LONG_MINUTES = 8

/** What happens beside booking, paying and cancelling. In a long run each must have happened. */
export const ACTS = [
  'option booked',
  'code used',
  'goodwill',
  'cancelled by staff',
  'cancelled by staff with another amount',
  'departure cancelled for everybody',
  'received in cash',
  'received by transfer',
  'received short',
  'received late',
  'received twice',
  'receipt voided',
  'quote approved',
  'quote paid by card',
  'quote paid by transfer',
  'payment accepted',
  'payment sent back',
  'refund settled another way',
  'refund retried',
  'money paid back by hand',
  'booking kept',
  'booking withdrawn',
  'balance emptied',
  'refunded outside',
  'outside refund is the failed one',
  'outside refund is another one',
  'dispute of all',
  'dispute of a part',
  'dispute of a disputed payment',
  'inquiry',
  'inquiry closed',
  'inquiry disputed',
  'dispute prevented',
  'dispute won',
  'dispute lost',
  'dispute appealed',
] as const

export type Act = (typeof ACTS)[number]

/** How often each has happened. */
export type ActCounts = Map<Act, number>

export function countAct(counts: ActCounts, act: Act): void {
  counts.set(act, (counts.get(act) ?? 0) + 1)
}

/** `leadsTo` names what it does itself, and what it makes possible. */
export type Choice<T> = readonly [weight: number, value: T, leadsTo?: readonly Act[]]

/** By how much more than usual something is chosen that leads to what has never happened. */
const MAX_URGENT = 5

/** Picks one by its weight, and the likelier the seldomer the rarest of what it leads to has happened. Nothing becomes impossible. */
export function pickTowardsRare<T>(random: () => number, counts: ActCounts, choices: readonly Choice<T>[]): T {
  return pickWeighted(
    random,
    choices.map(([weight, value, leadsTo = []]) => {
      const rarest = Math.min(...leadsTo.map((act) => counts.get(act) ?? 0))
      return [weight * (1 + (MAX_URGENT - 1) / (1 + rarest)), value]
    }),
  )
}

export function listMissing(counts: ActCounts, wanted: readonly Act[]): Act[] {
  return wanted.filter((act) => !counts.has(act))
}
