import { randomUUID } from 'node:crypto'
import { sql, type QueryCreator, type Selectable } from 'kysely'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { dayIn, longDay } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import { payCancel, payReturn } from '#shared/payments/calls.ts'
import { refundAtStart, SERVICE_WORDS, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { dueText } from '#shared/reservations/due-moments.ts'
import { policyOf, type LockedBooking } from '#server/features/bookings/records.ts'
import type { CheckoutSession, FrozenSession, SessionOrder } from '#server/lib/card-provider.ts'
import type { DB, PaymentAttempts } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { triesOf } from '#server/lib/retries.ts'
import { createToken } from '#server/lib/secrets.ts'

/** Listed explicitly, as in every statement a checkout waits for, because only such statements are prepared (`lib/preparing-client.ts`). */
const ATTEMPT_COLUMNS = [
  'payment_attempts.id',
  'payment_attempts.booking_id',
  'payment_attempts.status',
  'payment_attempts.amount_cents',
  'payment_attempts.currency',
  'payment_attempts.params',
  'payment_attempts.session_id',
  'payment_attempts.session_url',
  'payment_attempts.created_at',
  'payment_attempts.expires_at',
  'payment_attempts.unpaid_since',
] as const

type ColumnOf<T> = T extends `payment_attempts.${infer Column}` ? Column : never

export type AttemptRow = Pick<Selectable<PaymentAttempts>, ColumnOf<(typeof ATTEMPT_COLUMNS)[number]>>

/** The existing attempt that has to be dealt with first: either its page is to be paid, or it is in the way and must be closed. */
export type AttemptStep = { pay: AttemptRow } | { close: AttemptRow }

/** Carries the terms agreed at the time. */
export interface PaidAttempt {
  id: string
  booking_id: string
  amount_cents: number
  currency: string
}

const PAID_COLUMNS = ['id', 'booking_id', 'amount_cents', 'currency'] as const

export const attemptTries = triesOf('payment_attempts', sql`status not in ('creating', 'open')`)

interface NewAttempt {
  bookingId: string
  reference: string
  amountCents: number
  currency: Currency
  item: SessionOrder['item']
  /** As stored. A placeholder address is never sent to the card provider. */
  customerEmail: string
  /** `guests` is absent where seats are not counted. */
  booked: Pick<
    LockedBooking,
    'title' | 'starts_on' | 'time_zone' | 'full_refund_days' | 'partial_refund_days' | 'partial_refund_percentage'
  > & { guests?: number }
  /** What the price is made of, as the card page tells it; absent for a tour with one price. */
  lines?: string | undefined
  /** Payment deadline, for seats reserved by staff. */
  dueAt?: Date | undefined
  /** Origin through which the site was reached, for the return URLs of the card page. */
  origin: string
  /** The card page can also be opened from a mailed link: the payer need not be signed in, and returns with a separate token. */
  isPaidByLink?: boolean
}

export type Attempt = ReturnType<typeof newAttempt>

/**
 * Builds the row of a payment attempt with the provider's parameters frozen in it: the row's id is the idempotency key, so a repeated call
 * must send exactly the same.
 */
export function newAttempt({ cards, config, now }: Deps, attempt: NewAttempt) {
  const { bookingId, reference, amountCents, currency, item, customerEmail, booked, lines, dueAt, origin, isPaidByLink = false } = attempt
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + config.HOLD_MINUTES * 60_000)
  const id = randomUUID()
  const cancelToken = createToken()
  const paidToken = isPaidByLink ? createToken() : null
  const frozen = cards.freezeSession({
    attemptId: id,
    bookingId,
    reference,
    item,
    customerEmail: realAddress(customerEmail) ?? undefined,
    about: {
      ...describe(booked, booked.time_zone ?? config.AGENCY_TIME_ZONE, createdAt),
      lines,
      ...(dueAt && { payUntil: `Please pay by ${dueText(dueAt, config.AGENCY_TIME_ZONE)}.` }),
    },
    expiresAt,
    paidUrl: `${origin}${payReturn.path}${paidToken === null ? '' : `?token=${paidToken}`}`,
    cancelUrl: `${origin}${payCancel.path}?token=${cancelToken}`,
  })
  return {
    id,
    booking_id: bookingId,
    status: 'creating' as const,
    amount_cents: amountCents,
    currency,
    params: JSON.stringify(frozen),
    cancel_token: cancelToken,
    paid_token: paidToken,
    expires_at: expiresAt,
    created_at: createdAt,
  }
}

export function insertingAttempt(creator: QueryCreator<DB>, attempt: Attempt) {
  return creator.insertInto('payment_attempts').values(attempt).returning(ATTEMPT_COLUMNS)
}

export async function createAttempt(deps: Deps, trx: Trx, attempt: NewAttempt): Promise<AttemptRow> {
  return insertingAttempt(trx, newAttempt(deps, attempt)).executeTakeFirstOrThrow()
}

function describe(
  { title, starts_on, guests, ...policy }: NewAttempt['booked'],
  timeZone: string,
  now: Date,
): NonNullable<SessionOrder['about']> {
  const group = guests === undefined ? [] : [guestsText(guests)]
  const words = guests === undefined ? SERVICE_WORDS : TOUR_WORDS
  return {
    what: `${[title, longDay(starts_on), ...group].join(', ')}.`,
    cancellation: refundAtStart(policyOf(policy), starts_on, dayIn(timeZone, now), { ...words, timeZone }),
  }
}

/** Of two concurrent calls the second gets what the first has written. Returns undefined if the attempt has since been closed. */
export async function renewAttempt(
  db: Database,
  { id, expires_at }: AttemptRow,
  { params, expiresAt }: { params: FrozenSession; expiresAt: Date },
): Promise<AttemptRow | undefined> {
  await db
    .updateTable('payment_attempts')
    .set({ params: JSON.stringify(params), expires_at: expiresAt })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .where('expires_at', '=', expires_at)
    .execute()
  const attempt = await findAttempt(db, id)
  return attempt && ['creating', 'open'].includes(attempt.status) ? attempt : undefined
}

/** Returns false if the attempt was closed in the meantime, so the session must not be paid. */
export async function noteOpened(db: Database, attemptId: string, { id, url }: CheckoutSession): Promise<boolean> {
  const opened = await db
    .updateTable('payment_attempts')
    .set({ status: 'open', session_id: id, session_url: url })
    .where('id', '=', attemptId)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst()
  return opened.numUpdatedRows === 1n
}

/** Stores the session of an attempt that has none: the process stopped between the provider's response and our write. */
export async function adoptSession(db: Database, attemptId: string, { id, url }: CheckoutSession): Promise<PaidAttempt | undefined> {
  return db
    .updateTable('payment_attempts')
    .set({ session_id: id, session_url: url })
    .where('id', '=', attemptId)
    .where('session_id', 'is', null)
    .returning(PAID_COLUMNS)
    .executeTakeFirst()
}

export async function completeAttempt(trx: Trx, attemptId: string, sessionId: string, now: Date): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ status: 'complete', session_id: sessionId, closed_at: now })
    .where('id', '=', attemptId)
    .execute()
}

/** Stores an attempt that only the card provider knew and that has been paid there. */
export async function createPaidAttempt(
  trx: Trx,
  attempt: { id: string; bookingId: string; amountCents: number; currency: Currency; sessionId: string; paidAt: Date; now: Date },
): Promise<void> {
  const { id, bookingId, amountCents, currency, sessionId, paidAt, now } = attempt
  await trx
    .insertInto('payment_attempts')
    .values({
      id,
      booking_id: bookingId,
      status: 'complete',
      amount_cents: amountCents,
      currency,
      params: '{}',
      cancel_token: createToken(),
      session_id: sessionId,
      expires_at: paidAt,
      closed_at: now,
    })
    .execute()
}

export async function noteChecked(db: Database, attemptId: string, now: Date): Promise<void> {
  await db.updateTable('payment_attempts').set({ checked_at: now }).where('id', '=', attemptId).execute()
}

export async function findAttemptOfSession(db: Database, sessionId: string): Promise<PaidAttempt | undefined> {
  return db.selectFrom('payment_attempts').select(PAID_COLUMNS).where('session_id', '=', sessionId).executeTakeFirst()
}

export async function findAttemptLinks(trx: Trx, id: string): Promise<{ bookingId: string }> {
  return trx.selectFrom('payment_attempts').select('booking_id as bookingId').where('id', '=', id).executeTakeFirstOrThrow()
}

export async function findAttempt(db: Database, id: string) {
  return db.selectFrom('payment_attempts').select(ATTEMPT_COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function findActiveAttempt(db: Database, bookingId: string) {
  return db
    .selectFrom('payment_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('booking_id', '=', bookingId)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst()
}

/** Returns whether this is one of our sessions and its payment has not been recorded yet. */
export async function isAwaited(db: Database, sessionId: string): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '!=', 'complete')
    .executeTakeFirst()
  return attempt !== undefined
}

export type ActiveAttempt = Awaited<ReturnType<typeof listActiveAttempts>>[number]

/**
 * Returns a page of payable attempts, soonest to expire first, continuing after `after`. `isWithdrawn` means the tour is no longer on offer
 * and the page must be closed; seats reserved by staff stay payable.
 */
export async function listActiveAttempts(db: Database, limit: number, after?: { id: string; ends: string }) {
  return (
    db
      .selectFrom('payment_attempts')
      .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'payment_attempts.booking_id')
      .leftJoin('tours', 'tours.id', 'tour_bookings.tour_id')
      .leftJoin('reservations', 'reservations.booking_id', 'payment_attempts.booking_id')
      // As text, because a Date would lose the microseconds.
      .select(['payment_attempts.id', sql<string>`payment_attempts.expires_at::text`.as('ends')])
      .select(sql<boolean>`tours.is_active is false and unpaid_since is null and reservations.booking_id is null`.as('isWithdrawn'))
      .where('payment_attempts.status', 'in', ['creating', 'open'])
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(payment_attempts.expires_at, payment_attempts.id) > (${after?.ends}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('payment_attempts.expires_at')
      .orderBy('payment_attempts.id')
      .limit(limit)
      .execute()
  )
}

/** Also returns the tour that was being booked, and whose booking it is. */
export async function findAttemptByCancelToken(db: Database, cancelToken: string) {
  return db
    .selectFrom('payment_attempts')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'payment_attempts.booking_id')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .select(['payment_attempts.id', 'payment_attempts.status', 'paid_token', 'bookings.user_id', 'tour_bookings.tour_id'])
    .where('cancel_token', '=', cancelToken)
    .executeTakeFirst()
}

export async function findPaidSessions(db: Database, sessionIds: string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('session_id', 'in', sessionIds)
    .where('status', '=', 'complete')
    .execute()
  return new Set(rows.map((row) => row.session_id))
}

export async function listSessionIds(db: Database, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ session_id }) => session_id ?? [])
}
