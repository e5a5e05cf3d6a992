import { sql } from 'kysely'
import type { TaskKind } from '#shared/tasks/staff.ts'
import type { Span } from '#server/lib/card-provider.ts'
import type { Database } from '#server/lib/db.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { addFigures, type FiguresByCurrency } from './figures.ts'

/** Returns undefined if the provider's reference is not one of our attempt ids. */
export async function findBookingOfAttempt(db: Database, attemptId: string): Promise<{ id: string; user_id: string | null } | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(attemptId)) return undefined
  return db
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .select(['bookings.id', 'bookings.user_id'])
    .where('payment_attempts.id', '=', attemptId)
    .executeTakeFirst()
}

export async function findProcessedEvents(db: Database, eventIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_events')
    .select('id')
    .where('id', 'in', eventIds)
    .where('processed_at', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Returns those subjects that already have an open task of one of these kinds. */
export async function findReported(db: Database, kinds: TaskKind[], subjects: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('tasks')
    .select('subject')
    .where('kind', 'in', kinds)
    .where(isOneOf('subject', subjects))
    .where('closed_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.subject))
}

/**
 * Totals of our card payments and refunds; cash and bank transfers are left out. A refund counts on the day the provider
 * made it, and only while it is pending or has succeeded.
 */
export async function sumBooks(db: Database, { from, until }: Span): Promise<FiguresByCurrency> {
  const sums: FiguresByCurrency = new Map()
  const paid = await db
    .selectFrom('payments')
    .select((eb) => ['currency', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('amount_cents').as('cents')])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .where((eb) => eb.not('is_generated'))
    .where('provider_payment_id', 'is not', null)
    .groupBy('currency')
    .execute()
  for (const { currency, count, cents } of paid) addFigures(sums, currency, { payments: count, paidCents: cents })
  const madeAt = sql<Date>`coalesce(made_at, created_at)`
  const returned = await db
    .selectFrom('refunds')
    .select((eb) => ['currency', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('amount_cents').as('cents')])
    .where(madeAt, '>=', from)
    .where(madeAt, '<', until)
    .where('provider_refund_id', 'is not', null)
    .where('state', 'in', ['pending', 'succeeded'])
    .where((eb) => eb.not('is_generated'))
    .groupBy('currency')
    .execute()
  for (const { currency, count, cents } of returned) addFigures(sums, currency, { refunds: count, refundedCents: cents })
  return sums
}

/** Returns undefined before the first full comparison. */
export async function findComparedUntil(db: Database): Promise<Date | undefined> {
  return (await db.selectFrom('compared_until').select('moment').executeTakeFirst())?.moment
}
