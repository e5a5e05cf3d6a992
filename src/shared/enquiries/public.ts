import { z } from 'zod/mini'
import { asWrittenAddress, isAddress } from '#shared/accounts/email-addresses.ts'
import { plainName, storable, typed } from '#shared/fields.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { EXTENSION, plainPhone } from '#shared/phones.ts'
import { momentSchema } from '#shared/response-fields.ts'

export const ENQUIRY_SUBJECTS = ['Tours', 'Vehicle Rental', 'Tool Hire', 'My booking', 'Something else'] as const
export type EnquirySubject = (typeof ENQUIRY_SUBJECTS)[number]

const MIN_MESSAGE_LENGTH = 10
export const MAX_MESSAGE_LENGTH = 4000
export const ENQUIRY_RECEIVED = 'Enquiry received'

// Control characters could start a new header line in an email.
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u

const line = (most: number, tooLong: string) => [typed, z.maxLength(most, tooLong), z.regex(ONE_LINE, 'Please use one line of plain text')]

/** Body of POST /enquiries, beyond specification §7: the contact page's form. */
export const enquiryBodySchema = z.object({
  /** Idempotency key, one per form: the same key with the same content sends one email. */
  key: z.string('key is required').check(z.regex(/^[\w-]{16,64}$/, 'key must be 16 to 64 letters and digits')),
  name: z
    .string('Name is required')
    .check(...line(100, 'Name must be at most 100 characters'), z.minLength(1, 'Name is required'), plainName),
  email: z
    .string('Email is required')
    .check(
      ...line(254, 'Please enter a valid email'),
      asWrittenAddress,
      z.minLength(1, { error: 'Email is required', abort: true }),
      isAddress,
    ),
  phone: z._default(
    z.string().check(
      z.overwrite(plainPhone),
      ...line(30, 'Phone must be at most 30 characters'),
      z.refine((text) => /^$|^[+(]{0,2}[\d ()./-]{6,}$/.test(text.replace(EXTENSION, '')), 'Please enter a valid phone number'),
    ),
    '',
  ),
  subject: z.enum(ENQUIRY_SUBJECTS, 'Please choose a topic'),
  message: z.string('Message is required').check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    typed,
    z.minLength(1, { error: 'Message is required', abort: true }),
    z.minLength(MIN_MESSAGE_LENGTH, 'Please tell us a little more (at least 10 characters)'),
    z.maxLength(MAX_MESSAGE_LENGTH, 'Message must be at most 4,000 characters'),
  ),
  /** A honeypot field: if it is filled in, the sender is probably a bot, nothing is sent, and staff find the message in the spam folder. */
  homepage: z._default(z.string().check(z.maxLength(1000)), ''),
})
export type EnquiryBody = z.infer<typeof enquiryBodySchema>

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
