import { z } from 'zod/mini'
import { timeSchema } from './offers/time-schema.ts'

const namedSeats = z.object({ id: z.string(), name: z.string(), sold: z.number(), held: z.number() })

/** A start time of a departure as staff see it, in seats. Its options share them. */
export const departureSlotSchema = z.object({
  capacityGroup: z.string(),
  /** Local, `HH:MM`; null where the day counts as a whole. */
  startTime: z.nullable(z.string()),
  /** Of a closed one, what it has once it is opened again. */
  capacity: z.number(),
  sold: z.number(),
  held: z.number(),
  /** 0 if it is not on sale. */
  left: z.number(),
  /** Whether staff have set the capacity, as opposed to the tour's. */
  hasOwnCapacity: z.boolean(),
  isClosed: z.boolean(),
  /** False for one that has been booked, and that the tour no longer sells. */
  isOffered: z.boolean(),
  /** True if its sale has ended, otherwise missing. */
  hasLeft: z.optional(z.boolean()),
  options: z.array(namedSeats),
  /** How many people are fetched where; `place` is null for those who come by themselves. Empty if no one is fetched. */
  pickups: z.array(z.object({ place: z.nullable(z.string()), minutesBefore: z.number(), people: z.number() })),
})
export type DepartureSlot = z.infer<typeof departureSlotSchema>

/** An extra of which there are only so many on a day. */
export const departureExtraSchema = z.object({ id: z.string(), name: z.string(), stock: z.number(), left: z.number() })
export type DepartureExtra = z.infer<typeof departureExtraSchema>

/** Names a start time of a departure: body of POST /staff/departures/{id}/slots/close and open. */
export const slotBodySchema = z.object({
  capacityGroup: z.string('Please choose which seats').check(z.maxLength(40)),
  startTime: z.nullable(timeSchema),
})
export type SlotName = z.infer<typeof slotBodySchema>
