import type pg from 'pg'
import { SOLD_FAULTS } from '../../src/server/features/backups/proof.ts'
import type { TaskKind } from '../../src/shared/tasks/staff.ts'
import type { Site } from './site.ts'

const READ = {
  departures: 'select tour_id, departs_on::text, capacity, seats_taken from departures',
  bookings: `select bookings.id, bookings.reference, bookings.user_id, bookings.status, total_cents, bookings.currency,
    confirmed_at is not null as was_confirmed, full_refund_days,
    partial_refund_days, partial_refund_percentage, tour_id, departs_on::text, coalesce(seats, guests, 0) as guests, users.deleted_at is not null as is_owner_gone,
    extract(epoch from bookings.created_at)::float as booked_at
    from bookings left join tour_bookings on booking_id = bookings.id join users on users.id = bookings.user_id`,
  attempts: 'select id, booking_id, session_id, status, amount_cents, currency from payment_attempts',
  payments: `select id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, role, refund_requested_cents,
    extract(epoch from created_at)::float as recorded_at from payments`,
  refunds: 'select id, payment_id, provider_refund_id, amount_cents, currency, state, cause, replaces, failure_reason from refunds',
  tasks: 'select id, kind, subject, cause, booking_id, payment_id, refund_id from tasks where closed_at is null',
  decided: 'select id, kind, subject, cause, booking_id, payment_id, refund_id from tasks where closed_by is not null',
  staffRefunds: `select subject_id as booking_id, (after ->> 'amountCents')::integer as cents from audit_entries where action = 'booking.cancelled'`,
  accepted: `select subject_id as payment_id from audit_entries where action = 'payment.accepted'`,
  events: 'select id, type from provider_events where processed_at is null',
  mails: 'select id, key, template, sent_at is not null as is_sent, failure from mails',
  addresses: 'select email from users where deleted_at is null',
  soldFaults: SOLD_FAULTS,
}

interface Departure {
  tour_id: string
  departs_on: string
  capacity: number
  seats_taken: number
}

export interface Booking {
  id: string
  reference: string
  user_id: string
  status: string
  total_cents: number
  currency: string
  was_confirmed: boolean
  full_refund_days: number
  partial_refund_days: number
  partial_refund_percentage: number
  /** Null, like the day, for a move. */
  tour_id: string | null
  departs_on: string | null
  guests: number
  is_owner_gone: boolean
  /** Seconds by the database's clock, which never jumps. */
  booked_at: number
}

interface Attempt {
  id: string
  booking_id: string
  session_id: string | null
  status: string
  amount_cents: number
  currency: string
}

export interface Payment {
  id: string
  booking_id: string
  /** Null, like the provider's id, for offline payments. */
  attempt_id: string | null
  provider_payment_id: string | null
  amount_cents: number
  currency: string
  role: string
  refund_requested_cents: number
  /** Seconds by the database's clock. */
  recorded_at: number
}

export interface Refund {
  id: string
  payment_id: string
  provider_refund_id: string | null
  amount_cents: number
  currency: string
  state: string
  cause: string
  /** The failed refund that this one replaces. */
  replaces: string | null
  failure_reason: string | null
}

export interface OpenTask {
  id: string
  kind: TaskKind
  subject: string
  cause: string
  booking_id: string | null
  payment_id: string | null
  refund_id: string | null
}

interface Mail {
  id: string
  key: string
  template: string
  is_sent: boolean
  failure: string | null
}

/** Our records, read from the tables rather than through the site's code. */
export interface Books {
  departures: Departure[]
  bookings: Booking[]
  attempts: Attempt[]
  payments: Payment[]
  refunds: Refund[]
  tasks: OpenTask[]
  /** Closed by a person. */
  decided: OpenTask[]
  /** What staff gave back when they cancelled a booking. */
  staffRefunds: { booking_id: string; cents: number }[]
  /** Payments of another amount that staff confirmed a booking with. */
  accepted: { payment_id: string }[]
  events: { id: string; type: string }[]
  mails: Mail[]
  addresses: { email: string }[]
  /** Where what was sold is not what is counted or charged. */
  soldFaults: { fault: string }[]
}

export async function readBooks(site: Site): Promise<Books> {
  const client = await site.server.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const read = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
    return {
      departures: await read<Departure>(READ.departures),
      bookings: await read<Booking>(READ.bookings),
      attempts: await read<Attempt>(READ.attempts),
      payments: await read<Payment>(READ.payments),
      refunds: await read<Refund>(READ.refunds),
      tasks: await read<OpenTask>(READ.tasks),
      decided: await read<OpenTask>(READ.decided),
      staffRefunds: await read<{ booking_id: string; cents: number }>(READ.staffRefunds),
      accepted: await read<{ payment_id: string }>(READ.accepted),
      events: await read<{ id: string; type: string }>(READ.events),
      mails: await read<Mail>(READ.mails),
      addresses: await read<{ email: string }>(READ.addresses),
      soldFaults: await read<{ fault: string }>(READ.soldFaults),
    }
  } finally {
    await client.end()
  }
}

export function isUnderWay({ state }: Refund): boolean {
  return ['requested', 'pending', 'succeeded', 'settled'].includes(state)
}

/** Returns whether a refund has failed without being replaced by another or by one made outside. */
export function isStuck(refund: Refund, all: Refund[]): boolean {
  const isFailed = ['failed', 'canceled', 'blocked'].includes(refund.state) && refund.failure_reason !== 'refunded_outside'
  return isFailed && !all.some(({ replaces }) => replaces === refund.id)
}

export function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
