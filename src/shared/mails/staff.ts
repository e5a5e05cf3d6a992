import { z } from 'zod/mini'
import { storable, typed } from '#shared/fields.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { momentSchema } from '#shared/response-fields.ts'

export const MAIL_STATES = ['waiting', 'failed', 'sent'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Replaces an email's access link, which only its addressee may see. */
export const HIDDEN_LINK = '[link shown only in the email]'

const SHORTEST_SEARCH = 3

/** Query of GET /staff/mails, newest first. */
export const listMailsQuerySchema = z.extend(pageQuerySchema, {
  state: z.optional(z.enum(MAIL_STATES, 'Unknown status')),
  /** Part of an address, or a booking's reference. */
  search: z.optional(
    z
      .string()
      .check(
        typed,
        z.minLength(SHORTEST_SEARCH, `Please type at least ${SHORTEST_SEARCH} characters`),
        z.maxLength(254, 'Your search is too long'),
        storable,
      ),
  ),
})
export type ListMailsQuery = z.infer<typeof listMailsQuerySchema>

export const staffMailSchema = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  createdAt: momentSchema,
  sentAt: z.nullable(momentSchema),
  failedAt: z.nullable(momentSchema),
  /** Only for waiting emails. */
  nextTryAt: z.nullable(momentSchema),
  attempts: z.number(),
  /** Why the last attempt failed, in our words or as an error code; null if it did not. */
  failure: z.nullable(z.string()),
  /** The booking it is about. */
  booking: z.nullable(z.object({ id: z.string(), reference: z.string() })),
  /** Whether it contained a link, which is no longer stored, so that it cannot be resent. */
  hasLink: z.boolean(),
})
export type StaffMail = z.infer<typeof staffMailSchema>

/** Response of GET /staff/mails/{id}. `text` is as sent, except for access links; null if we no longer send this kind. */
export const staffMailDetailsSchema = z.extend(staffMailSchema, {
  text: z.nullable(z.string()),
  /** The request that caused it, as the log names it; absent if none did. */
  requestId: z.optional(z.string()),
})
export type StaffMailDetails = z.infer<typeof staffMailDetailsSchema>
