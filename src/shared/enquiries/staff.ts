import { z } from 'zod/mini'
import { plainName, required, storable, typed } from '#shared/fields.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { MAIL_STATES } from '#shared/mails/staff.ts'
import { momentSchema } from '#shared/response-fields.ts'

/** `answered`: by a reply, by phone or from the mailbox. `closed`: without an answer. */
export const ENQUIRY_STATES = ['open', 'answered', 'closed'] as const
export type EnquiryState = (typeof ENQUIRY_STATES)[number]

/** Reasons for closing an enquiry without an answer. */
export const CLOSING_REASONS = ['spam', 'duplicate', 'no_need'] as const
export type ClosingReason = (typeof CLOSING_REASONS)[number]

/** Query of GET /staff/enquiries: open ones oldest first, others newest first. */
export const listEnquiriesQuerySchema = z.extend(pageQuerySchema, {
  state: z._default(z.enum(ENQUIRY_STATES, 'Unknown status'), 'open'),
  /** Part of a name, an email address or a topic. */
  search: z.optional(z.string().check(typed, z.maxLength(254, 'Your search is too long'), storable)),
})
export type ListEnquiriesQuery = z.infer<typeof listEnquiriesQuerySchema>

/** An enquiry as staff read it. The address has not been verified as the sender's. */
export const staffEnquirySchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  writtenAt: momentSchema,
  /** Null unless it was closed without an answer. */
  closedReason: z.nullable(z.enum(CLOSING_REASONS)),
  /** When and by whom it was answered or closed; null while it is open. */
  answered: z.nullable(z.object({ at: momentSchema, by: z.object({ id: z.string(), name: z.nullable(z.string()) }) })),
})
export type StaffEnquiry = z.infer<typeof staffEnquirySchema>

const MAX_REPLY_LENGTH = 8000

const text = (missing: string) =>
  z.string(missing).check(
    z.overwrite((given) => given.replace(/\r\n?/g, '\n')),
    typed,
    required(missing),
    z.maxLength(MAX_REPLY_LENGTH, `This must be at most ${MAX_REPLY_LENGTH} characters`),
    storable,
  )

/** Body of POST /staff/enquiries/{id}/replies. */
export const replyBodySchema = z.object({
  /** Idempotency key: sent again with the same text, it is the same reply. */
  key: z.string('key is required').check(z.regex(/^[\w-]{16,64}$/, 'key must be 16 to 64 letters and digits')),
  text: text('Please write a reply'),
  /** The state of the thread as the user has read it. */
  seen: z.object({ replyId: z.nullable(z.string().check(z.maxLength(64))), state: z.enum(ENQUIRY_STATES) }),
})
export type ReplyBody = z.infer<typeof replyBodySchema>

/** What the contact form's hidden field has filtered out, newest first: response of GET /staff/spam-enquiries. */
export const spamEnquirySchema = z.omit(staffEnquirySchema, { answered: true, closedReason: true })
export type SpamEnquiry = z.infer<typeof spamEnquirySchema>

/** Body of POST /staff/enquiries/{id}/close. */
export const closeEnquiryBodySchema = z.object({ reason: z.enum(CLOSING_REASONS, 'Please choose a reason') })

const replySchema = z.object({
  id: z.string(),
  text: z.string(),
  by: z.string(),
  writtenAt: momentSchema,
  /** Delivery of its email; null if that is no longer stored. */
  email: z.nullable(z.object({ id: z.string(), state: z.enum(MAIL_STATES) })),
})
export type EnquiryReply = z.infer<typeof replySchema>

/** Response of GET /staff/enquiries/{id}: the enquiry and its replies, oldest first. */
export const enquiryThreadSchema = z.extend(staffEnquirySchema, {
  replies: z.array(replySchema),
  /** The account that has confirmed the given address; null if there is none. */
  account: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
})
export type EnquiryThread = z.infer<typeof enquiryThreadSchema>

export const readyAnswerSchema = z.object({ id: z.string(), name: z.string(), text: z.string(), version: z.number() })
export type ReadyAnswer = z.infer<typeof readyAnswerSchema>

/** The editable fields of a canned answer. */
const writtenAnswerSchema = z.object({
  name: z
    .string('Please enter a name')
    .check(typed, required('Please enter a name'), z.maxLength(80, 'This must be at most 80 characters'), storable, plainName),
  text: text('Please write the reply'),
})

/** Body of POST /staff/ready-answers. The client generates the id, so that resending creates no duplicate. */
export const newReadyAnswerBodySchema = z.extend(writtenAnswerSchema, { id: z.uuid('id must be a UUID') })
export type NewReadyAnswerBody = z.infer<typeof newReadyAnswerBodySchema>

/** Body of PUT /staff/ready-answers/{id}. `version` is the one the user saw. */
export const changeReadyAnswerBodySchema = z.extend(writtenAnswerSchema, {
  version: z.number('version is required').check(z.int(), z.gte(1), z.lte(2_000_000_000)),
})
export type ChangeReadyAnswerBody = z.infer<typeof changeReadyAnswerBodySchema>
