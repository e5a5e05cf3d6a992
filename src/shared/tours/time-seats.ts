import { z } from 'zod/mini'

/** What is left at a start time of an option; `time` is null where the day counts as a whole. */
export const timeSeatsSchema = z.object({
  time: z.nullable(z.string()),
  seatsLeft: z.number(),
  /** True if its sale has ended, so that no seats are left; otherwise missing. */
  hasLeft: z.optional(z.boolean()),
})
export type TimeSeats = z.infer<typeof timeSeatsSchema>
