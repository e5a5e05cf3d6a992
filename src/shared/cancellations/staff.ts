import { z } from 'zod/mini'
import { cancellationFiguresSchema } from './figures.ts'
import type { RefundState } from '#shared/refunds/states.ts'
import type { TaskKind } from '#shared/tasks/staff.ts'
import { wordSchema } from '#shared/words.ts'
import { storable, typed } from '#shared/fields.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'

/** Body of POST /staff/departures/{id}/cancel. The travellers read the reason; `seen`: the figures that were shown to whoever decides. */
export const cancelDepartureBodySchema = z.object({
  reason: z
    .string('Please give a reason')
    .check(typed, z.minLength(1, 'Please give a reason'), z.maxLength(1000, 'The reason is limited to 1000 characters'), storable),
  seen: cancellationFiguresSchema,
})

/** A cancellation and how far it has come. Response of POST …/cancel and of GET …/cancellation. */
export const departureCancellationSchema = z.object({
  departureId: z.string(),
  reason: z.string(),
  requestedAt: momentSchema,
  /** Null: an account that is gone. */
  requestedBy: z.nullable(z.string()),
  /** When the last booking had come to its end; refunds and emails may still be on their way. */
  finishedAt: z.nullable(momentSchema),
  /** As they were when it was decided. */
  figures: cancellationFiguresSchema,
  /** Bookings and holds. */
  done: z.number(),
  waiting: z.number(),
  /** Of this cancellation: one entry for each state and currency. */
  refunds: z.array(z.object({ state: wordSchema<RefundState>(), currency: z.string(), count: z.number(), amount: decimalSchema })),
  /** `withoutAddress`: nothing was sent to somebody who has only a telephone. */
  emails: z.object({ sent: z.number(), waiting: z.number(), failed: z.number(), withoutAddress: z.number() }),
  /** Those for whom there was no email address: staff call them. */
  notEmailed: z.optional(
    z.array(z.object({ bookingId: z.string(), reference: z.string(), name: z.string(), phone: z.nullable(shownPhoneSchema) })),
  ),
  /** The open tasks of these bookings: what has failed, or waits for a person. */
  failures: z.array(
    z.object({ taskId: z.string(), kind: wordSchema<TaskKind>(), cause: z.string(), bookingId: z.string(), reference: z.string() }),
  ),
})
export type DepartureCancellation = z.infer<typeof departureCancellationSchema>
export type ReadCancellation = z.input<typeof departureCancellationSchema>
