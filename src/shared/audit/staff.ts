import { z } from 'zod/mini'
import { wordSchema } from '#shared/words.ts'
import { storable, typed } from '#shared/fields.ts'
import { daySchema } from '#shared/day-schema.ts'

/** All actions that can be recorded, in the staff's words. */
export const AUDIT_ACTIONS = {
  'session.signed_in': 'Signed in',
  'session.refused': 'Sign-in refused',
  'identity.confirmed': 'Confirmed their identity',
  'identity.asked': 'Asked to confirm their identity',
  'identity.refused': 'Failed to confirm their identity',
  'staff_call.made': 'Used the staff console',
  'staff_call.refused': 'Refused access to the staff console',
  'role.changed': 'Changed a role',
  'account.created': 'Created an account',
  'account.invited': 'Invited a staff member',
  'account.cleared': 'Reset an unconfirmed account for the owner of its address',
  'account.disabled': 'Disabled an account',
  'account.enabled': 'Re-enabled an account',
  'account.deleted': 'Deleted an account',
  'password.set': 'Set a password',
  'password.reset': 'Reset a password by email link',
  'email.change_asked': 'Requested an email address change',
  'email.changed': 'Confirmed a new email address',
  'email.change_undone': 'Reversed an email address change',
  'second_factor.set_up': 'Turned on two-step sign-in',
  'second_factor.removed': 'Turned off two-step sign-in',
  'second_factor.reset': 'Reset a person’s two-step sign-in',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'quote.approved': 'Approved a quote',
  'quote.declined': 'Declined a quote',
  'quote.withdrawn': 'Withdrew their request for a quote',
  'task.assigned': 'Assigned a task',
  'task.closed': 'Closed a task',
  'refund.retried': 'Resent a refund',
  'refund.settled': 'Marked a refund as paid another way',
  'refund.matched': 'Matched a refund made at the card provider',
  'payment.accepted': 'Accepted a payment of the wrong amount',
  'payment.returned': 'Refunded a payment of the wrong amount',
  'payment.taken_up': 'Imported an unknown payment from the card provider',
  'payment.disowned': 'Marked an unknown payment at the card provider as not ours',
  'booking.kept': 'Kept a booking with a disputed or returned payment',
  'booking.withdrawn': 'Cancelled a booking with a disputed or returned payment',
  'email.resent': 'Resent an email',
  'email.erased': 'Erased an address’s emails and enquiries',
  'departure.blocked': 'Blocked a departure',
  'departure.unblocked': 'Unblocked a departure',
  'departure.resized': 'Changed a departure’s capacity',
  'slot.resized': 'Changed a start time’s capacity',
  'slot.closed': 'Blocked a start time',
  'slot.opened': 'Unblocked a start time',
  'departure.cancelled': 'Cancelled a departure',
  'tour.created': 'Created a tour',
  'tour.edited': 'Changed a tour',
  'tour.published': 'Published a tour',
  'tour.deactivated': 'Unpublished a tour',
  'picture.added': 'Added a picture',
  'picture.described': 'Changed a picture’s description',
  'review.hidden': 'Hid a review',
  'review.shown': 'Unhid a review',
  'manifest.read': 'Viewed a manifest',
  'attendance.ticked': 'Checked a traveller in or marked a no-show',
  'attendance.superseded': 'Sent a check-in that a newer one had replaced',
  'guide_link.created': 'Created a guide link',
  'guide_link.revoked': 'Revoked a guide link',
  'booking.cancelled': 'Cancelled a booking',
  'booking.refunded': 'Made a goodwill refund',
  'booking.reserved': 'Made a reservation for a customer',
  'booking.released': 'Released a reservation’s seats',
  'customer.renamed': 'Corrected a customer’s name',
  'customer.email_added': 'Added a customer’s email address',
  'customer.link_sent': 'Resent a customer’s account link',
  'booking.link_sent': 'Resent a payment link',
  'booking.link_shown': 'Viewed a payment link',
  'payment.recorded': 'Recorded a cash or transfer payment',
  'payment.voided': 'Voided a cash or transfer payment',
  'till.closed': 'Closed a day’s till',
  'days.locked': 'Locked a ledger period',
  'days.unlocked': 'Reopened a ledger period',
  'refund.paid_back': 'Recorded a manual repayment',
  'booking.address_asked': 'Requested a change of a booking’s email address',
  'note.written': 'Added a note to a booking',
  'service.changed': 'Changed a service',
  'service.activated': 'Reinstated a service',
  'service.deactivated': 'Stopped offering a service',
  'area.added': 'Added a coverage area',
  'area.activated': 'Restored a coverage area',
  'area.deactivated': 'Removed a coverage area',
  'enquiry.answered': 'Marked an enquiry as answered',
  'enquiry.reopened': 'Reopened an enquiry',
  'enquiry.replied': 'Replied to an enquiry',
  'enquiry.closed': 'Closed an enquiry without a reply',
  'enquiry.not_spam': 'Moved an enquiry out of spam',
  'ready_answer.written': 'Wrote a saved reply',
  'ready_answer.deleted': 'Deleted a saved reply',
  'settings.changed': 'Changed the settings',
  'tax_category.added': 'Added a tax category',
  'tax_category.changed': 'Changed a tax category',
  'tax_category.deleted': 'Deleted a tax category',
  'code.added': 'Added a promo code',
  'code.changed': 'Changed a promo code',
  'code.campaign_made': 'Created a promo code campaign',
  'code.campaign_switched': 'Switched a promo code campaign on or off',
  'audit.exported': 'Exported the audit',
  'booking.exported': 'Exported bookings',
  'code.exported': 'Exported a campaign’s codes',
  'journal.exported': 'Exported the ledger journal',
  'revenue.exported': 'Exported the revenue by tour and month',
  'export.numbered': 'Changed an account number',
  'export.batch_made': 'Created an accounting export batch',
  'export.downloaded': 'Downloaded an accounting export batch',
  'backup.asked': 'Started a backup',
  'backup.downloaded': 'Downloaded a backup',
  'site.restored': 'Restored the site from a backup',
  'site.went_live': 'Put a restored copy of the site live',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS

/** Subjects of actions. A `call` is identified by its route pattern, a departure by day and tour, and the others by their ids. */
const AUDIT_SUBJECTS = [
  'account',
  'session',
  'quote',
  'task',
  'refund',
  'payment',
  'email',
  'departure',
  'booking',
  'journal',
  'till',
  'ledger_lock',
  'export',
  'tour',
  'code',
  'picture',
  'review',
  'call',
  'audit',
  'enquiry',
  'ready_answer',
  'area',
  'service',
  'settings',
  'backup',
] as const

export type AuditSubjectKind = (typeof AUDIT_SUBJECTS)[number]

export const MAX_AUDIT_PAGE = 100

const LIMIT = `limit must be a whole number from 1 to ${MAX_AUDIT_PAGE}`
const BEFORE = 'before must be the id of an entry'
const NOBODY = 'Not a valid ID or email address'

/** Query of GET /staff/audit-file, which contains all matching entries. */
export const auditFiltersSchema = z.object({
  /**
   * `actor` is an account's id or email address, or part of the name or address of someone who works here. `subject` is any id, or a
   * booking's reference, with or without its first letter, which also matches its payments, refunds and tasks.
   */
  actor: z.optional(z.string().check(typed, z.maxLength(254, NOBODY), storable)),
  action: z.optional(z.enum(Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]], 'Unknown action')),
  subject: z.optional(z.string().check(typed, z.maxLength(254, NOBODY), storable)),
  /** `deeds` excludes staff API calls, most of which only read; changes have entries of their own. */
  only: z.optional(z.enum(['deeds'], 'Unknown option')),
  /** Days in the agency's time zone, both inclusive. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
})
export type AuditFilters = z.infer<typeof auditFiltersSchema>

/** Query of GET /staff/audit. `before` is the id of the previous page's last entry. */
export const auditQuerySchema = z.extend(auditFiltersSchema, {
  limit: z._default(z.coerce.number(LIMIT).check(z.int(LIMIT), z.gte(1, LIMIT), z.lte(MAX_AUDIT_PAGE, LIMIT)), MAX_AUDIT_PAGE),
  before: z.optional(z.coerce.number(BEFORE).check(z.int(BEFORE), z.gte(1, BEFORE))),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

const factsSchema = z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))

/** An entry as administrators read it. Names and emails are the account's current ones; null if the account is gone. */
export const staffAuditEntrySchema = z.object({
  id: z.number(),
  recordedAt: z.string(),
  actor: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()), email: z.nullable(z.string()) })),
  via: z.enum(['site', 'command_line']),
  action: wordSchema<AuditAction>(),
  subject: z.object({
    kind: wordSchema<AuditSubjectKind>(),
    id: z.nullable(z.string()),
    /** The subject's current reference or name; missing if it has none or is gone. */
    name: z.optional(z.string()),
    /** The booking of a payment, refund or task. */
    bookingId: z.optional(z.string()),
  }),
  networkAddress: z.nullable(z.string()),
  before: factsSchema,
  after: factsSchema,
  texts: z.nullable(z.record(z.string(), z.object({ before: z.string(), after: z.string() }))),
  /** Currency of the amounts, if it is not among the facts; null if no longer known. */
  currency: z.nullable(z.string()),
  /** Current names of the accounts among the facts, by id. */
  people: z.optional(z.record(z.string(), z.string())),
  /** The reason given, read from what the entry is about; missing if there is none or it has been erased. */
  reason: z.optional(z.string()),
})
export type StaffAuditEntry = z.infer<typeof staffAuditEntrySchema>
export type ReadAuditEntry = z.input<typeof staffAuditEntrySchema>
