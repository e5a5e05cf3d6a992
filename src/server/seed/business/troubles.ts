import { DAY_MS } from '#shared/dates.ts'
import { formatProviderMoney } from '#shared/money.ts'
import { addRefund } from './money.ts'
import type { Rows } from './rows.ts'
import type { PaidBooking } from './tour-bookings.ts'
import { idOf, type Year } from './year.ts'

const HOUR_MS = 60 * 60_000
/** Number of the refund that belongs to no cancellation. */
const OUTSIDE = 2_000_000
/** How much less than agreed one customer paid. */
const LACKING_CENTS = 2_500

type Task = Omit<Rows['tasks'][number], 'id' | 'announced_at' | 'booking_id' | 'payment_id' | 'user_id'> & { opened_at: Date }

/** Creates some tasks for staff, each with its cause in our books and at the card sandbox. */
export function addTroubles(year: Year, rows: Rows, paid: PaidBooking[]): void {
  const age = ({ payment }: PaidBooking) => year.now.getTime() - payment.paid_at.getTime()
  const newestFirst = paid.toSorted((one, other) => age(one) - age(other))
  const toCome = newestFirst.filter(({ booking }) => booking.status === 'confirmed' && booking.starts_on > year.today)
  const [wrong, refunded, disputed] = [30 * HOUR_MS, 3 * DAY_MS, 8 * DAY_MS].map((least) => toCome.find((each) => age(each) > least))
  const failed = newestFirst.find(({ refundId }) => refundId)
  if (wrong) payWrong(rows, wrong)
  if (refunded && refunded !== wrong) refundOutside(year, rows, refunded)
  if (disputed && disputed !== wrong && disputed !== refunded) dispute(year, rows, disputed)
  if (failed) failRefund(rows, failed)
}

/** Marks the task as announced, so that no one is emailed when the site first starts. */
function addTask(rows: Rows, { booking, payment }: PaidBooking, task: Task): void {
  const links = { booking_id: booking.id, payment_id: payment.id, user_id: booking.user_id }
  rows.tasks.push({ ...task, ...links, id: idOf('task', rows.tasks.length), announced_at: task.opened_at })
}

/** Less was paid than agreed and no one decided about it within a day, so the seats were released. */
function payWrong(rows: Rows, paid: PaidBooking): void {
  const { booking, payment, departure, guests } = paid
  Object.assign(payment, { role: 'quarantined', amount_cents: payment.amount_cents - LACKING_CENTS })
  const dueAt = new Date(payment.paid_at.getTime() + DAY_MS)
  Object.assign(booking, { status: 'expired', confirmed_at: null, expired_at: dueAt })
  departure.seats_taken -= guests
  const [came, agreed] = [payment.amount_cents, booking.total_cents].map((cents) => formatProviderMoney(cents, booking.currency))
  addTask(rows, paid, {
    kind: 'wrong_payment',
    subject: payment.provider_payment_id ?? '',
    cause: `Payment ${payment.provider_payment_id} of ${came} doesn’t match the agreed amount of ${agreed}.`,
    advice: 'wrongPayment',
    seats: 'released',
    opened_at: payment.paid_at,
    due_at: dueAt,
  })
}

/** The payment was refunded at the card provider, but the booking stands. */
function refundOutside(year: Year, rows: Rows, paid: PaidBooking): void {
  const { payment } = paid
  const at = new Date(year.now.getTime() - DAY_MS)
  const { id, providerId } = addRefund(rows, payment, { n: OUTSIDE, cents: payment.amount_cents, at, cause: 'external' })
  const amount = formatProviderMoney(payment.amount_cents, payment.currency)
  addTask(rows, paid, {
    kind: 'external_refund',
    subject: providerId,
    cause: `Refund ${providerId} of ${amount} was made in the card provider’s dashboard, not here.`,
    advice: 'externalRefund',
    refund_id: id,
    opened_at: at,
  })
}

function dispute(year: Year, rows: Rows, paid: PaidBooking): void {
  const at = new Date(year.now.getTime() - 2 * DAY_MS)
  const id = `du_demo_${paid.payment.id.replaceAll('-', '')}`
  const cents = paid.payment.amount_cents
  rows.disputes.push({
    payment_id: paid.payment.id,
    provider_dispute_id: id,
    amount_cents: cents,
    taken_cents: cents,
    currency: paid.payment.currency,
    reason: 'fraudulent',
    status: 'needs_response',
    standing: 'open',
    due_at: new Date(at.getTime() + 7 * DAY_MS),
    opened_at: at,
  })
  addTask(rows, paid, {
    kind: 'dispute_opened',
    subject: id,
    cause: `Dispute ${id} over ${formatProviderMoney(cents, paid.payment.currency)} is “needs response”.`,
    advice: 'dispute',
    opened_at: at,
    due_at: new Date(at.getTime() + 7 * DAY_MS),
  })
}

/** The customer's card was closed between the cancellation and the refund. */
function failRefund(rows: Rows, paid: PaidBooking): void {
  const { payment, refundId } = paid
  const refund = rows.refunds.find(({ id }) => id === refundId)
  if (!refund) return
  Object.assign(refund, { state: 'failed', told_state: 'failed', failure_reason: 'expired_or_canceled_card' })
  payment.refund_requested_cents -= refund.amount_cents
  const amount = formatProviderMoney(refund.amount_cents, refund.currency)
  addTask(rows, paid, {
    kind: 'refund_failed',
    subject: refund.id,
    cause: `Refund ${refund.id} of ${amount} didn’t go through (expired_or_canceled_card).`,
    advice: 'refundFailed',
    refund_id: refund.id,
    opened_at: new Date(refund.made_at ?? payment.paid_at),
  })
}
