import type { ReadAgain } from '#shared/bookings/staff.ts'
import { isRefusal } from '#server/lib/card-errors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { asUuid, findBookingId } from '#server/features/bookings/queries.ts'
import { fulfil } from '#server/features/fulfilment/flows.ts'
import { applyRefund } from '#server/features/refunds/flows.ts'
import { listSessionIds } from '#server/features/payments/attempts/queries.ts'
import { listPaymentIds } from '#server/features/payments/queries.ts'
import { followDispute } from '../events/flows.ts'

/**
 * Reads everything the card provider holds for a booking and applies it, just as its events would. Safe to repeat and to
 * run concurrently. Objects unknown to the provider are counted and left alone. Throws 404, and 502
 * `payment_unavailable` when the provider does not respond; what was read by then stays applied.
 */
export async function readAgain(deps: Deps, id: string): Promise<ReadAgain> {
  const { db, cards } = deps
  const bookingId = await findBookingId(db, asUuid(id))
  if (bookingId === undefined) throw notFound('Booking')
  const read: ReadAgain = { checkouts: 0, payments: 0, refunds: 0, disputes: 0, unknown: 0 }
  const count = async (kind: 'checkouts' | 'payments', work: () => Promise<void>) => {
    try {
      await work()
      read[kind] += 1
    } catch (error) {
      if (!isRefusal(error)) throw error
      read.unknown += 1
    }
  }
  for (const sessionId of await listSessionIds(db, bookingId)) await count('checkouts', async () => fulfil(deps, sessionId))
  // Includes the payments that reading the sessions has just recorded.
  for (const paymentId of await listPaymentIds(db, bookingId)) {
    await count('payments', async () => {
      for await (const refund of cards.listRefunds({ paymentId })) {
        await applyRefund(deps, refund)
        read.refunds += 1
      }
      for await (const dispute of cards.listDisputes({ paymentId })) {
        await followDispute(deps, dispute.id)
        read.disputes += 1
      }
    })
  }
  return read
}
