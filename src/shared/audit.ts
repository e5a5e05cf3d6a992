import type { BookingStatus } from './bookings.ts'
import type { Role } from './accounts.ts'

/** What can be recorded, in the words of the staff. */
export const AUDIT_ACTIONS = {
  'session.signed_in': 'Signed in',
  'session.refused': 'A sign-in was refused',
  'staff_call.made': 'Used the staff’s part of the site',
  'staff_call.refused': 'Was refused in the staff’s part of the site',
  'role.changed': 'Changed a role',
  'account.created': 'Created an account',
  'account.disabled': 'Disabled an account',
  'account.enabled': 'Enabled an account again',
  'account.deleted': 'Deleted an account',
  'password.set': 'Set a password',
  'password.reset': 'Reset a password by an emailed link',
  'second_factor.set_up': 'Set up a second factor',
  'second_factor.removed': 'Removed a second factor',
  'second_factor.reset': 'Reset somebody’s second factor',
  'quote.approved': 'Approved a quote',
  'quote.declined': 'Declined a quote',
  'task.assigned': 'Assigned a task',
  'task.closed': 'Closed a task',
  'refund.retried': 'Sent a refund again',
  'payment.accepted': 'Accepted a payment that is not what was agreed',
  'payment.returned': 'Gave back a payment that is not what was agreed',
  'email.resent': 'Sent an email again',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS

/** What an action is done to. A `call` is named by the pattern of its route, all others by their ids. */
export const AUDIT_SUBJECTS = ['account', 'session', 'quote', 'task', 'refund', 'payment', 'email', 'call'] as const

export type AuditSubjectKind = (typeof AUDIT_SUBJECTS)[number]

/** Why a sign-in was refused. */
export type SignInRefusal =
  'unknown_account' | 'wrong_password' | 'disabled' | 'too_many_tries' | 'second_factor_missing' | 'second_factor_wrong'

/**
 * What an entry may tell of before and after: ids, figures and fixed words, never names, addresses or texts (decisions, "Second
 * round"). A new fact is added here, with a type that no text fits; the table refuses what looks like one.
 */
export interface AuditFacts {
  role?: Role
  isDisabled?: boolean
  hasSecondFactor?: boolean
  status?: BookingStatus | 'open' | 'closed'
  totalCents?: number
  version?: number
  assigneeId?: string | null
  bookingId?: string | null
  /** Of a call: its method, the status of the response, and the id in its path. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  responseStatus?: number
  targetId?: string
  refusal?: SignInRefusal
}
