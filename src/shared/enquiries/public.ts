import { z } from 'zod/mini'
import { asWrittenAddress, isAddress } from '#shared/accounts/email-addresses.ts'
import { plainName, typed } from '#shared/fields.ts'
import { EXTENSION, plainPhone } from '#shared/phones.ts'

export const ENQUIRY_SUBJECTS = ['Tours', 'Vehicle Rental', 'Tool Hire', 'My booking', 'Something else'] as const
export type EnquirySubject = (typeof ENQUIRY_SUBJECTS)[number]

const MIN_MESSAGE_LENGTH = 10
export const MAX_MESSAGE_LENGTH = 4000
export const ENQUIRY_RECEIVED = 'Enquiry received'

// Control characters could start a new header line in an email.
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u

const line = (max: number, tooLong: string) => [typed, z.maxLength(max, tooLong), z.regex(ONE_LINE, 'Please use one line of plain text')]

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
