import type { NotNull } from 'kysely'
import { pageHref, pages } from '#shared/pages.ts'
import type { Database } from '#server/lib/db.ts'

/** One line of the history given to a new card sandbox (packages/card-sandbox/past.ts). Times are Unix seconds. */
export interface PastPayment {
  session: string
  payment_intent: string
  amount: number
  currency: string
  created: number
  paid: number
  expires_at: number
  customer_email: string
  success_url: string
  metadata: Record<string, string>
  refunds: {
    id: string
    amount: number
    created: number
    status: string
    failure_reason: string | null
    metadata: Record<string, string>
  }[]
  disputes: { id: string; created: number; due_by: number | null }[]
}

/** Returns the invented payments in the card provider's terms. `siteUrl` is where its customers return to. */
export async function listPastPayments(db: Database, siteUrl: string): Promise<PastPayment[]> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'attempt_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select([
      'payments.id',
      'provider_payment_id',
      'payments.amount_cents',
      'payments.currency',
      'paid_at',
      'payments.booking_id',
      'reference',
    ])
    .select(['attempt_id', 'session_id', 'payment_attempts.created_at', 'payment_attempts.expires_at', 'users.email'])
    .where('bookings.is_demo', '=', true)
    .where('provider_payment_id', 'is not', null)
    .$narrowType<{ provider_payment_id: NotNull; attempt_id: NotNull }>()
    .orderBy('paid_at')
    .execute()
  const refunds = await listRefunds(db)
  const disputes = await listDisputes(db)
  return payments.map((payment) => ({
    session: payment.session_id ?? '',
    payment_intent: payment.provider_payment_id,
    amount: payment.amount_cents,
    currency: payment.currency,
    created: seconds(payment.created_at),
    paid: seconds(payment.paid_at),
    expires_at: seconds(payment.expires_at),
    customer_email: payment.email,
    success_url: `${siteUrl}${pageHref(pages.success)}?session_id={CHECKOUT_SESSION_ID}`,
    metadata: { attempt_id: payment.attempt_id, booking_id: payment.booking_id, reference: payment.reference },
    refunds: refunds
      .filter(({ payment_id }) => payment_id === payment.id)
      .map(({ id, cause, provider_refund_id, amount_cents, made_at, created_at, state, failure_reason }) => ({
        id: provider_refund_id ?? '',
        amount: amount_cents,
        created: seconds(made_at ?? created_at),
        status: state,
        failure_reason,
        metadata: cause === 'external' ? {} : { refund_id: id },
      })),
    disputes: disputes
      .filter(({ payment_id }) => payment_id === payment.id)
      .map(({ subject, opened_at, due_at }) => ({ id: subject, created: seconds(opened_at), due_by: due_at && seconds(due_at) })),
  }))
}

async function listRefunds(db: Database) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .selectAll('refunds')
    .where('bookings.is_demo', '=', true)
    .where('provider_refund_id', 'is not', null)
    .orderBy('made_at')
    .execute()
}

async function listDisputes(db: Database) {
  return db
    .selectFrom('tasks')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['payment_id', 'subject', 'opened_at', 'due_at'])
    .where('bookings.is_demo', '=', true)
    .where('tasks.kind', '=', 'dispute_opened')
    .execute()
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
