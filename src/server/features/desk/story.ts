import type { Role } from '#shared/accounts/public.ts'
import type { StaffAuditEntry } from '#shared/audit/staff.ts'
import type { BookingStory } from '#shared/bookings/staff.ts'
import * as calls from '#shared/desk/booking-calls.ts'
import { centsToDecimal, unitsToCents } from '#shared/money.ts'
import { causeText } from '#shared/tasks/causes.ts'
import { listAuditAbout } from '#server/features/audit/audit.ts'
import { contactPhone, getCustomer } from '#server/features/bookings/contacts.ts'
import { findDecided, moneyActions, type Decided } from '#server/features/bookings/deciders.ts'
import { boughtOf, toBought } from '#server/features/bookings/lines.ts'
import { listNotes } from '#server/features/bookings/notes.ts'
import { asUuid } from '#server/features/bookings/records.ts'
import { readBalance, receiptSums } from '#server/features/ledger/booking-sums.ts'
import { postMissing } from '#server/features/ledger/posting.ts'
import { readable } from '#server/features/mails/queries.ts'
import { listDecisions } from '#server/features/quotes/decisions.ts'
import { listDisputes } from '#server/features/refunds/disputes.ts'
import type { Database } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { staffRoleOf } from '#server/lib/guards.ts'
import { showPhone, showRequestPhone } from '#server/lib/phones.ts'
import type { Serving } from '#server/lib/serve.ts'
import { listStaffBookings } from './booking-search.ts'

export function story({ read }: Serving): void {
  read(calls.getStory, async ({ db, actor, params, request }) =>
    getStory(db, params.id, { id: actor.accountId, role: staffRoleOf(request) }),
  )
  read(calls.listBookingAudit, async ({ db, params }) => listBookingAudit(db, params.id))
}

/** Includes what `by` may decide about the booking. Throws 404. */
export async function getStory(db: Database, bookingId: string, by: { id: string; role: Role }): Promise<BookingStory> {
  const id = asUuid(bookingId)
  const [history, decided] = await Promise.all([readStory(db, id), findDecided(db, id, by.id)])
  return { ...history, ...actionsOn({ ...decided, payment: paymentOf(history.payments) }, by.role) }
}

async function readStory(db: Database, id: string): Promise<BookingStory> {
  await postMissing(db, [id])
  const [booking, attempts, payments, refunds, emails, decisions, tasks, notes, balance] = await Promise.all([
    getBooking(db, id),
    listAttempts(db, id),
    listPayments(db, id),
    listRefunds(db, id),
    listEmails(db, id),
    listDecisions(db, id),
    listTasks(db, id),
    listNotes(db, id),
    readBalance(db, id),
  ])
  return {
    booking,
    attempts,
    payments,
    refunds,
    emails,
    decisions: decisions.map((row) => ({
      decision: row.decision,
      amount: centsToDecimal(row.total_cents),
      currency: row.currency,
      version: row.quote_version,
      reason: row.reason,
      decidedBy: row.decider_email,
      decidedAt: row.decided_at.toISOString(),
    })),
    tasks,
    notes,
    balance,
  }
}

function actionsOn({ isOwn, ...booking }: Decided & { isOwn: boolean }, role: Role): Pick<BookingStory, 'actions' | 'isForManager'> {
  const actions = moneyActions(booking, role)
  return { actions: isOwn ? [] : actions, isForManager: actions.length < moneyActions(booking, 'manager').length }
}

async function getBooking(db: Database, id: string): Promise<BookingStory['booking']> {
  const [listed] = await listStaffBookings(db, { limit: 1 }, { bookingIds: [id], userIds: [], isLimited: false })
  if (!listed) throw notFound('Booking')
  const row = await db
    .selectFrom('bookings')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .select(['bookings.confirmed_at', 'cancelled_at', 'expired_at', 'withdrawn_at', 'cancel_reason'])
    .select([
      'full_refund_days',
      'partial_refund_days',
      'partial_refund_percentage',
      'traveller_names',
      'contact_name',
      'contact_email',
      'contact_phone',
    ])
    .leftJoin('reservations', 'reservations.booking_id', 'bookings.id')
    .leftJoin('users as maker', 'maker.id', 'made_by')
    .select(['pay_by', 'due_at', 'maker.name as maker_name'])
    .leftJoin('booking_contacts', 'booking_contacts.booking_id', 'bookings.id')
    .select(['wanted_email', boughtOf.as('bought')])
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select(contactPhone)
    .where('bookings.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...listed,
    confirmedAt: isoOf(row.confirmed_at),
    cancelledAt: isoOf(row.cancelled_at),
    expiredAt: isoOf(row.expired_at),
    withdrawnAt: isoOf(row.withdrawn_at),
    cancelReason: row.cancel_reason,
    policy: {
      fullRefundDays: row.full_refund_days,
      partialRefundDays: row.partial_refund_days,
      partialRefundPercentage: row.partial_refund_percentage,
    },
    travellers: row.traveller_names ?? [],
    ...toBought(row.bought),
    phone: showPhone(row.phone, row.phone_number),
    emailsTo: { email: realAddress((await getCustomer(db, id)).email), asked: row.wanted_email },
    reservation: row.pay_by && row.due_at ? { payBy: row.pay_by, dueAt: row.due_at.toISOString(), madeBy: row.maker_name } : null,
    contact:
      listed.kind === 'tour' ? null : { name: row.contact_name, email: row.contact_email, phone: showRequestPhone(row.contact_phone) },
  }
}

async function listAttempts(db: Database, bookingId: string): Promise<BookingStory['attempts']> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select(['id', 'status', 'amount_cents', 'currency', 'session_id', 'created_at', 'expires_at', 'closed_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, status, currency, ...row }) => ({
    id,
    status,
    currency,
    amount: centsToDecimal(row.amount_cents),
    sessionId: row.session_id,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    closedAt: isoOf(row.closed_at),
  }))
}

async function listRefunds(db: Database, bookingId: string): Promise<BookingStory['refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .selectAll('refunds')
    .where('booking_id', '=', bookingId)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ id, state, cause, currency, replaces, ...row }) => ({
    id,
    state,
    cause,
    currency,
    replaces,
    paymentId: row.payment_id,
    providerId: row.provider_refund_id,
    amount: centsToDecimal(row.amount_cents),
    failure: row.failure_reason,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
  }))
}

async function listEmails(db: Database, bookingId: string): Promise<BookingStory['emails']> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'template', 'recipient', 'data', 'created_at', 'sent_at', 'failed_at', 'failure'])
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ data, recipient, created_at, sent_at, failed_at, ...row }) => ({
    ...row,
    recipient: realAddress(recipient),
    text: null,
    // An email that has failed for good has lost its links as well.
    ...readable(row.template, data, sent_at !== null || failed_at !== null),
    createdAt: created_at.toISOString(),
    sentAt: isoOf(sent_at),
    failedAt: isoOf(failed_at),
  }))
}

async function listTasks(db: Database, bookingId: string): Promise<BookingStory['tasks']> {
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'kind', 'cause', 'advice', 'seats', 'opened_at', 'due_at', 'closed_at', 'outcome'])
    .where('booking_id', '=', bookingId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  return rows.map(({ opened_at, due_at, closed_at, cause, advice, seats, ...row }) => ({
    ...row,
    cause: causeText({ cause, advice, seats }),
    openedAt: opened_at.toISOString(),
    dueAt: isoOf(due_at),
    closedAt: isoOf(closed_at),
  }))
}

/** Includes its payments, refunds, tasks and emails. Throws 404. */
async function listBookingAudit(db: Database, bookingId: string): Promise<StaffAuditEntry[]> {
  const { booking, payments, refunds, tasks, emails } = await readStory(db, asUuid(bookingId))
  return listAuditAbout(
    db,
    [booking, ...payments, ...refunds, ...tasks, ...emails].map(({ id }) => id),
  )
}

function isoOf(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

/** Lists the payments of a booking, whose money must have been posted, with their disputes, oldest first. */
async function listPayments(db: Database, bookingId: string): Promise<BookingStory['payments']> {
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
function paymentOf(payments: BookingStory['payments']): Decided['payment'] {
  const primary = payments.find(({ role }) => role === 'primary')
  if (!primary) return undefined
  const held = (primary.disputes ?? []).filter(({ standing }) => standing === 'open').reduce((sum, { taken }) => sum + Number(taken), 0)
  return { leftCents: unitsToCents(Number(primary.amount) - Number(primary.returned) - Number(primary.lost ?? 0) - held) }
}
