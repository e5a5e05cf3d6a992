import { z } from 'zod/mini'
import type { Role } from '#shared/accounts/public.ts'
import { typed } from '#shared/fields.ts'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import { momentSchema } from '#shared/response-fields.ts'

/** A new kind needs a migration of the table’s check. */
export const TASK_KINDS = {
  wrong_payment: 'Payment of the wrong amount or currency',
  refund_failed: 'Failed refund',
  refund_blocked: 'Refund on hold (dispute)',
  dispute_opened: 'Payment disputed',
  dispute_evidence: 'Dispute needs a response at the card provider',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  external_refund: 'Refund made outside this site',
  blind_close: 'Checkout closed without confirmation from the card provider',
  unknown_payment: 'Unknown payment at the card provider',
  missing_payment: 'Payment missing at the card provider',
  unpaid_session: 'Checkout completed but unpaid',
  mail_failed: 'Email failed',
  books_differ: 'Reconciliation difference with the card provider',
  books_unread: 'Reconciliation with the card provider failed',
  price_refused: 'Tour can’t be booked: price rejected by the card provider',
  events_stopped: 'No longer receiving card provider events',
  least_group: 'Departure below its minimum group size',
  pay_back: 'Manual repayment due',
  note: 'Needs attention',
} as const

export type TaskKind = keyof typeof TASK_KINDS

/** Actions on a task, other than assigning and closing it, that move money or decide about a booking. */
export type TaskStep =
  'confirm' | 'refund' | 'retry' | 'settle' | 'keep' | 'withdraw' | 'takeUp' | 'disown' | 'payBack' | 'sameRefund' | 'otherRefund'

/** The permission to close a task with a note: if money is in doubt, even that is a decision. */
type NotedBy = 'tasks.close' | 'tasks.closeDoubt'

/**
 * How a task of each kind ends. One with money steps ends only by a step, of which at least one is always possible; any other by a note. If
 * the problem resolves itself, its task is closed automatically.
 */
const ENDS: Record<TaskKind, readonly TaskStep[] | NotedBy> = {
  wrong_payment: ['confirm', 'refund'],
  refund_failed: ['settle', 'retry'],
  refund_blocked: ['settle', 'retry'],
  dispute_opened: ['keep', 'withdraw'],
  // Opened once the seats have been decided on, as a reminder of the deadline.
  dispute_evidence: 'tasks.closeDoubt',
  dispute_won: 'tasks.close',
  dispute_lost: ['keep', 'withdraw'],
  external_refund: ['keep', 'withdraw'],
  // Opened by earlier versions only.
  blind_close: 'tasks.closeDoubt',
  unknown_payment: ['takeUp', 'disown'],
  missing_payment: 'tasks.closeDoubt',
  unpaid_session: 'tasks.closeDoubt',
  mail_failed: 'tasks.close',
  books_differ: 'tasks.closeDoubt',
  books_unread: 'tasks.closeDoubt',
  price_refused: 'tasks.close',
  // Reported once: closing it hides the problem until events arrive and stop again.
  events_stopped: 'tasks.closeDoubt',
  // The choice is to run the departure, or to cancel it and refund everyone.
  least_group: 'tasks.closeDoubt',
  pay_back: ['payBack'],
  note: 'tasks.close',
}

export function stepsOf(kind: TaskKind): readonly TaskStep[] {
  const end = ENDS[kind]
  return typeof end === 'string' ? [] : end
}

/** The permission to close a task of this kind with a note; undefined if only a step ends it. */
export function permissionToClose(kind: TaskKind): Permission | undefined {
  const end = ENDS[kind]
  return typeof end === 'string' ? end : undefined
}

/** The ways to end a task available to a role; the server checks again. */
export function possibleEnds({ kind, asksWhich }: Pick<StaffTask, 'kind' | 'asksWhich'>, role: Role): (TaskStep | 'close')[] {
  const closing = permissionToClose(kind)
  if (closing) return may(role, closing) ? ['close'] : []
  if (!may(role, 'tasks.settle')) return []
  return asksWhich ? ['sameRefund', 'otherRefund'] : [...stepsOf(kind)]
}

/** An open task as staff see it, oldest first (GET /staff/tasks). Amounts are text, since a payment may be in any currency. */
export const staffTaskSchema = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(TASK_KINDS) as [TaskKind, ...TaskKind[]]),
  cause: z.string(),
  openedAt: momentSchema,
  dueAt: z.nullable(momentSchema),
  assignee: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** `email` is null for a customer without an email address. */
  person: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) })),
  booking: z.nullable(z.object({ id: z.string(), reference: z.string(), total: z.string() })),
  /** `left` is the amount not yet returned. */
  payment: z.nullable(z.object({ id: z.string(), left: z.string() })),
  refund: z.nullable(z.object({ amount: z.string() })),
  /** After a refund outside: it may have been made in the place of `refund`, which had failed. */
  asksWhich: z.optional(z.literal(true)),
  /** After a refund outside: what cancelling the booking would refund on top; absent for nothing. */
  owed: z.optional(z.string()),
})
export type StaffTask = z.infer<typeof staffTaskSchema>

/**
 * Body of POST /staff/tasks/{id}/assign: the new assignee; without an email the requester, and with null no one. Refused unless
 * `seenAssigneeId` is still the assignee.
 */
export const assignTaskBodySchema = z.object({
  email: z.optional(z.nullable(z.string().check(typed, z.maxLength(254)))),
  seenAssigneeId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
})

/** Body of POST /staff/tasks/{id}/close. */
export const closeTaskBodySchema = z.object({
  outcome: z
    .string('Please say how it was resolved')
    .check(typed, z.minLength(1, 'Please say how it was resolved'), z.maxLength(1000, 'This must be at most 1,000 characters')),
})

/** Body of POST /staff/tasks/{id}/settle and /paid-back: the reference of the other payment. */
export const settleRefundBodySchema = z.object({
  reference: z
    .string('Please say how it was paid')
    .check(typed, z.minLength(1, 'Please say how it was paid'), z.maxLength(200, 'This must be at most 200 characters')),
})

/** Body of POST /staff/tasks/{id}/take-up: the booking that the payment is for. */
export const takeUpPaymentBodySchema = z.object({
  reference: z
    .string('Please enter the booking reference')
    .check(typed, z.minLength(1, 'Please enter the booking reference'), z.maxLength(20, 'That reference is too long')),
})

/** Body of POST /staff/tasks/{id}/disown: what happened to the payment, or whose it is. */
export const disownPaymentBodySchema = z.object({
  reference: z
    .string('Please say whose payment it is')
    .check(typed, z.minLength(1, 'Please say whose payment it is'), z.maxLength(200, 'This must be at most 200 characters')),
})
