import { addDays, DAY_MS } from '#shared/dates.ts'
import { momentOf, type Random } from '#server/seed/random.ts'
import type { Year } from './year.ts'

const HOUR_MS = 60 * 60_000
const PAYABLE_MS = 14 * DAY_MS

export interface Course {
  status: 'approved' | 'declined' | 'confirmed' | 'completed' | 'cancelled' | 'expired'
  decidedAt: Date
  expiresAt: Date
  /** Factor applied to the estimate. */
  priceFactor: number
  reason?: string
  paidAt?: Date
  completedAt?: Date
  cancelledAt?: Date
}

/** Decides the outcome of a request, always one that its dates allow by now. */
export function decideQuote({ now, words }: Year, chance: Random, createdAt: Date, pickupAt: Date): Course {
  const decidedAt = new Date(createdAt.getTime() + chance.int(3, 30) * HOUR_MS)
  const expiresAt = new Date(Math.min(decidedAt.getTime() + PAYABLE_MS, pickupAt.getTime()))
  const common = { decidedAt, expiresAt, priceFactor: 1 }
  if (chance.chance(0.12)) return { ...common, status: 'declined', reason: chance.pick(words.declined) }
  const isAdjusted = chance.chance(0.2)
  const quoted = isAdjusted ? { ...common, priceFactor: chance.pick([0.9, 1.15]), reason: chance.pick(words.adjusted) } : common
  const paidAt = new Date(decidedAt.getTime() + chance.int(3, 80) * HOUR_MS)
  const isPaid = chance.chance(0.8) && paidAt < expiresAt && paidAt.getTime() < now.getTime() - HOUR_MS
  if (!isPaid) return { ...quoted, status: expiresAt < now ? 'expired' : 'approved' }
  const cancelledAt = new Date(paidAt.getTime() + chance.int(2, 48) * HOUR_MS)
  if (chance.chance(0.08) && cancelledAt < pickupAt && cancelledAt < now) return { ...quoted, status: 'cancelled', paidAt, cancelledAt }
  const completedAt = momentOf(addDays(pickupAt.toISOString().slice(0, 10), 1), 0)
  return completedAt < now ? { ...quoted, status: 'completed', paidAt, completedAt } : { ...quoted, status: 'confirmed', paidAt }
}
