import { z } from 'zod/mini'
import { seatAttendanceSchema, ticksSchema } from './attendance.ts'
import { plainName, required, storable, typed } from '#shared/fields.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { daySchema } from '#shared/day-schema.ts'

export const MAX_GUIDE_LINKS = 20

export const GUIDE_LINK_SPENT = 'This link no longer works. Please ask the office for a new one.'

/** A valid link as staff see it; its URL is shown only on creation. */
export const guideLinkSchema = z.object({ id: z.string(), createdBy: z.string(), createdAt: momentSchema, expiresAt: momentSchema })
export type GuideLink = z.infer<typeof guideLinkSchema>

export const newGuideLinkSchema = z.object({ url: z.string(), links: z.array(guideLinkSchema) })

const token = z.string('The link is incomplete').check(required('The link is incomplete'), z.maxLength(255, 'The link is incomplete'))

/** Body of POST /guide/manifest. */
export const guideBodySchema = z.object({ token })

export const guideNameSchema = z
  .string('Please enter your name')
  .check(typed, required('Please enter your name'), z.maxLength(60, 'Name must be at most 60 characters'), plainName, storable)

/** Body of POST /guide/ticks. Without ticks it only fetches the attendance. */
export const guideTicksBodySchema = z.object({ token, name: guideNameSchema, ticks: ticksSchema })

/** Response of POST /guide/manifest: what a guide needs on the day, without money, emails or references. */
export const guideManifestSchema = z.object({
  tour: z.string(),
  date: daySchema,
  meetingPoint: z.optional(z.string()),
  /** Local time at the destination, `HH:MM`. */
  startTime: z.optional(z.string()),
  isCancelled: z.boolean(),
  /** When the guide's link expires. */
  expiresAt: momentSchema,
  people: z.number(),
  bookings: z.array(
    z.object({
      id: z.string(),
      guests: z.number(),
      travellers: z.array(z.string()),
      contact: z.object({ name: z.string(), phone: z.nullable(shownPhoneSchema) }),
    }),
  ),
  attendance: z.array(seatAttendanceSchema),
})
export type GuideManifest = z.infer<typeof guideManifestSchema>
