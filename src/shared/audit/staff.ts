import { z } from 'zod/mini'
import { wordSchema } from '#shared/words.ts'
import { storable, typed } from '#shared/fields.ts'
import { daySchema } from '#shared/day-schema.ts'

/** All actions that can be recorded, in the staff's words. */
export const AUDIT_ACTIONS = {
  'session.signed_in': 'Signed in',
  'session.refused': 'A sign-in was refused',
  'identity.confirmed': 'Confirmed that it is them',
  'identity.asked': 'Was asked to confirm that it is them',
  'identity.refused': 'Could not confirm that it is them',
  'staff_call.made': 'Used the staff’s part of the site',
  'staff_call.refused': 'Was refused in the staff’s part of the site',
  'role.changed': 'Changed a role',
  'account.created': 'Created an account',
  'account.invited': 'Invited somebody to work here',
  'account.cleared': 'Cleared an account whose address nobody had confirmed, for its owner',
  'account.disabled': 'Disabled an account',
  'account.enabled': 'Enabled an account again',
  'account.deleted': 'Deleted an account',
  'password.set': 'Set a password',
  'password.reset': 'Reset a password by an emailed link',
  'email.change_asked': 'Asked for another email address',
  'email.changed': 'Confirmed another email address',
  'email.change_undone': 'Took back a change of the email address',
  'second_factor.set_up': 'Set up a second factor',
  'second_factor.removed': 'Removed a second factor',
  'second_factor.reset': 'Reset somebody’s second factor',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'quote.approved': 'Approved a quote',
  'quote.declined': 'Declined a quote',
  'quote.withdrawn': 'Withdrew their request for a quote',
  'task.assigned': 'Assigned a task',
  'task.closed': 'Closed a task',
  'refund.retried': 'Sent a refund again',
  'refund.settled': 'Noted that a refund was paid another way',
  'refund.matched': 'Said which refund one made at the card provider stands for',
  'payment.accepted': 'Accepted a payment that is not what was agreed',
  'payment.returned': 'Gave back a payment that is not what was agreed',
  'payment.taken_up': 'Took up a payment that only the card provider knew',
  'payment.disowned': 'Said of a payment that only the card provider knew that it is not ours',
  'booking.kept': 'Kept a booking whose payment is disputed or went back',
  'booking.withdrawn': 'Cancelled a booking whose payment is disputed or went back',
  'email.resent': 'Sent an email again',
  'email.erased': 'Erased the emails and enquiries of an address',
  'departure.blocked': 'Closed a departure for sale',
  'departure.unblocked': 'Opened a departure for sale again',
  'departure.resized': 'Changed the seats of a departure',
  'slot.resized': 'Changed the seats of a start time',
  'slot.closed': 'Closed a start time for sale',
  'slot.opened': 'Opened a start time for sale again',
  'departure.cancelled': 'Cancelled a departure for everybody',
  'tour.created': 'Created a tour',
  'tour.edited': 'Changed a tour',
  'tour.published': 'Published a tour',
  'tour.deactivated': 'Took a tour off the site',
  'picture.added': 'Added a picture',
  'picture.described': 'Described a picture',
  'review.hidden': 'Hid a review',
  'review.shown': 'Showed a hidden review again',
  'manifest.read': 'Read the manifest of a departure',
  'attendance.ticked': 'Ticked whether a traveller came',
  'attendance.superseded': 'Ticked a traveller who had been ticked since',
  'guide_link.created': 'Made a link for a guide',
  'guide_link.revoked': 'Took back a link for a guide',
  'booking.cancelled': 'Cancelled a booking',
  'booking.refunded': 'Gave a part of a payment back as goodwill',
  'booking.reserved': 'Booked for somebody and kept the seats',
  'booking.released': 'Released seats that were kept for somebody',
  'customer.renamed': 'Corrected a customer’s name',
  'customer.email_added': 'Added a customer’s email address',
  'customer.link_sent': 'Sent a customer the link to their account again',
  'booking.link_sent': 'Sent a payment link again',
  'booking.link_shown': 'Looked at a payment link',
  'payment.recorded': 'Recorded a payment in cash or by transfer',
  'payment.voided': 'Voided a payment in cash or by transfer that was recorded by mistake',
  'till.closed': 'Closed the till of a day',
  'days.locked': 'Locked the ledger up to a day',
  'days.unlocked': 'Opened locked days of the ledger again',
  'refund.paid_back': 'Paid money back by hand',
  'booking.address_asked': 'Asked for another address for the emails about a booking',
  'note.written': 'Wrote a note about a booking',
  'service.changed': 'Changed a service',
  'service.activated': 'Offered a service again',
  'service.deactivated': 'Stopped offering a service',
  'area.added': 'Added an area that we serve',
  'area.activated': 'Served an area again',
  'area.deactivated': 'Stopped serving an area',
  'enquiry.answered': 'Marked an enquiry as answered',
  'enquiry.reopened': 'Opened an enquiry again',
  'enquiry.replied': 'Replied to an enquiry',
  'enquiry.closed': 'Closed an enquiry without an answer',
  'ready_answer.written': 'Wrote a ready answer',
  'ready_answer.deleted': 'Deleted a ready answer',
  'settings.changed': 'Changed the settings',
  'tax_category.added': 'Added a tax category',
  'tax_category.changed': 'Changed a tax category',
  'tax_category.deleted': 'Deleted a tax category',
  'code.added': 'Added a promotion code',
  'code.changed': 'Changed a promotion code',
  'code.campaign_made': 'Made a campaign of promotion codes',
  'code.campaign_switched': 'Switched a campaign of promotion codes on or off',
  'audit.exported': 'Exported the audit',
  'booking.exported': 'Exported bookings',
  'code.exported': 'Exported the codes of a campaign',
  'journal.exported': 'Exported the journal of the ledger',
  'revenue.exported': 'Exported the revenue by tour and month',
  'export.numbered': 'Changed the accountant’s number of an account',
  'export.batch_made': 'Made a batch for the accountant',
  'export.downloaded': 'Downloaded a batch for the accountant',
  'backup.asked': 'Asked for a backup',
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
const NOBODY = 'That is not an ID or email address'

/** Query of GET /staff/audit-file, which contains all matching entries. */
export const auditFiltersSchema = z.object({
  /**
   * `actor` is an account's id or email address, or part of the name or address of somebody who works here. `subject` is any id, or a
   * booking's reference, with or without its first letter, which also matches its payments, refunds and tasks.
   */
  actor: z.optional(z.string().check(typed, z.maxLength(254, NOBODY), storable)),
  action: z.optional(z.enum(Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]], 'There is no such action')),
  subject: z.optional(z.string().check(typed, z.maxLength(254, NOBODY), storable)),
  /** `deeds` excludes staff API calls, most of which only read; changes have entries of their own. */
  only: z.optional(z.enum(['deeds'], 'There is no such choice')),
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
