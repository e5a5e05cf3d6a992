import { z } from 'zod/mini'
import { cancellationFiguresSchema } from './figures.ts'
import type { RefundState } from '#shared/refunds/states.ts'
import type { TaskKind } from '#shared/tasks/staff.ts'
import { wordSchema } from '#shared/words.ts'
import { storable, typed } from '#shared/fields.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'

/** Body of POST /staff/departures/{id}/cancel. Travellers read the reason; `seen` holds the figures shown to the user. */
export const cancelDepartureBodySchema = z.object({
  reason: z
    .string('Please enter a reason')
    .check(typed, z.minLength(1, 'Please enter a reason'), z.maxLength(1000, 'Reason must be at most 1,000 characters'), storable),
  seen: cancellationFiguresSchema,
})

/** A cancellation and its progress. Response of POST …/cancel and GET …/cancellation. */
export const departureCancellationSchema = z.object({
  departureId: z.string(),
  reason: z.string(),
  requestedAt: momentSchema,
  requestedBy: z.nullable(z.string()),
  /** When the last booking was processed; refunds and emails may still be on their way. */
  finishedAt: z.nullable(momentSchema),
  /** As they were at the time of the decision. */
  figures: cancellationFiguresSchema,
  /** Bookings and holds. */
  done: z.number(),
  waiting: z.number(),
  /** Refunds of this cancellation, one entry per state and currency. */
  refunds: z.array(z.object({ state: wordSchema<RefundState>(), currency: z.string(), count: z.number(), amount: decimalSchema })),
  /** `withoutAddress`: not sent, because the customer has no email address. */
  emails: z.object({ sent: z.number(), waiting: z.number(), failed: z.number(), withoutAddress: z.number() }),
  /** Customers without an email address, for staff to phone. */
  notEmailed: z.optional(
    z.array(z.object({ bookingId: z.string(), reference: z.string(), name: z.string(), phone: z.nullable(shownPhoneSchema) })),
  ),
  /** Open tasks of these bookings: what failed or waits for a person. */
  failures: z.array(
    z.object({ taskId: z.string(), kind: wordSchema<TaskKind>(), cause: z.string(), bookingId: z.string(), reference: z.string() }),
  ),
})
export type DepartureCancellation = z.infer<typeof departureCancellationSchema>
export type ReadCancellation = z.input<typeof departureCancellationSchema>
