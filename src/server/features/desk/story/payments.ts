import { centsToDecimal, unitsToCents } from '#shared/money.ts'
import type { BookingStory } from '#shared/bookings/staff.ts'
import type { Database } from '#server/lib/db.ts'
import type { Decided } from '#server/features/bookings/deciders.ts'
import { receiptSums } from '#server/features/ledger/booking-sums.ts'
import { listDisputes } from '#server/features/refunds/disputes.ts'

/** Lists the payments of a booking, whose money must have been posted, with their disputes, oldest first. */
export async function listPayments(db: Database, bookingId: string): Promise<BookingStory['payments']> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('users', 'users.id', 'recorded_by')
    .selectAll('payments')
    .leftJoin('users as voider', 'voider.id', 'voided_by')
    .innerJoinLateral(receiptSums.as('sums'), (join) => join.onTrue())
    .select(['users.name as recorder_name', 'voider.name as voider_name', 'returned_cents', 'lost_cents'])
    .where('booking_id', '=', bookingId)
    .orderBy('paid_at')
    .orderBy('payments.id')
    .execute()
  const disputes = await listDisputes(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, role, currency, method, ...row }) => ({
    id,
    role,
    currency,
    method,
    providerId: row.provider_payment_id,
    reference: row.outside_reference,
    recordedBy: row.recorder_name,
    amount: centsToDecimal(row.amount_cents),
    returned: centsToDecimal(row.returned_cents),
    lost: centsToDecimal(row.lost_cents),
    receiptUrl: row.receipt_url,
    paidAt: row.paid_at.toISOString(),
    ...(row.voided_at && { voided: { at: row.voided_at.toISOString(), by: row.voider_name, reason: row.void_reason ?? '' } }),
    disputes: disputes
      .filter((dispute) => dispute.payment_id === id)
      .map((dispute) => ({
        id: dispute.id,
        providerId: dispute.provider_dispute_id,
        amount: centsToDecimal(dispute.amount_cents),
        taken: centsToDecimal(dispute.taken_cents),
        currency: dispute.currency,
        reason: dispute.reason,
        status: dispute.status,
        standing: dispute.standing,
        dueAt: isoOf(dispute.due_at),
        openedAt: dispute.opened_at.toISOString(),
        endedAt: isoOf(dispute.ended_at),
      })),
  }))
}

/** Returns what can be decided about: the payment that confirmed the booking, without what disputes hold or have taken of it. */
export function paymentOf(payments: BookingStory['payments']): Decided['payment'] {
  const primary = payments.find(({ role }) => role === 'primary')
  if (!primary) return undefined
  const held = (primary.disputes ?? []).filter(({ standing }) => standing === 'open').reduce((sum, { taken }) => sum + Number(taken), 0)
  return { leftCents: unitsToCents(Number(primary.amount) - Number(primary.returned) - Number(primary.lost ?? 0) - held) }
}

function isoOf(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
