import { z } from 'zod/mini'
import { daysBetween, isDay, type Day } from '#shared/dates.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { daySchema } from '#shared/day-schema.ts'
import { wordSchema } from '#shared/words.ts'

/** A departure is a tour on a day; the calls name it by both. */
export function departureId(tourId: string, day: Day): string {
  return `${day}:${tourId}`
}

/** Returns the tour and the day of a departure's id; undefined for what is none. */
export function parseDepartureId(id: string): { tourId: string; day: Day } | undefined {
  const [day, tourId] = [id.slice(0, 10), id.slice(11)]
  return isDay(day) && id[10] === ':' && tourId !== '' ? { tourId, day } : undefined
}

export const MAX_CALENDAR_DAYS = 93
/** The most seats that a departure can have; as for a tour. */
export const MAX_SEATS = 1000

const tourId = z.string().check(z.maxLength(100))

const rangeFields = { from: daySchema, to: daySchema, tour: z.optional(tourId) }

const inRange = z.refine<{ from: Day; to: Day }>(
  ({ from, to }) => daysBetween(from, to) >= 0 && daysBetween(from, to) < MAX_CALENDAR_DAYS,
  {
    error: `The last day must be at most ${MAX_CALENDAR_DAYS - 1} days after the first`,
    path: ['to'],
  },
)

/**
 * Query of GET /staff/departures: by day, then by tour. `bookings`: `some` for those that are booked, held or changed by staff, `none` for
 * those that run as the tour has it and that nobody has booked; both without it. `before`: the id of the last departure of the page before.
 */
export const listDeparturesQuerySchema = z
  .extend(pageQuerySchema, {
    ...rangeFields,
    bookings: z.optional(z.enum(['some', 'none'])),
    before: z.optional(z.string().check(z.maxLength(111))),
  })
  .check(inRange)
export type ListDeparturesQuery = z.infer<typeof listDeparturesQuerySchema>

/** Query of GET /staff/departure-days. */
export const departureDaysQuerySchema = z.object(rangeFields).check(inRange)
export type DepartureDaysQuery = z.infer<typeof departureDaysQuerySchema>

/** A departure as staff see it, in seats. `left` is 0 where nothing is sold, or not any more. */
export const staffDepartureSchema = z.object({
  id: z.string(),
  tour: z.object({ id: z.string(), name: z.string() }),
  date: daySchema,
  capacity: z.number(),
  sold: z.number(),
  held: z.number(),
  /** Of `held`: kept by staff for somebody who has yet to pay; the others are in open checkouts. Missing without any. */
  reserved: z.optional(z.number()),
  left: z.number(),
  /** Whether its tour is: a draft never was, and one that is off is no longer. */
  isOnSale: z.boolean(),
  isBlocked: z.boolean(),
  /** Whether staff have chosen the capacity; else it is the tour's. */
  hasOwnCapacity: z.boolean(),
  cancelledAt: z.nullable(momentSchema),
  /** True of a departure whose sale has ended by the clocks of its place, else missing. */
  hasLeft: z.optional(z.boolean()),
})
export type StaffDeparture = z.infer<typeof staffDepartureSchema>

/** What staff do about a departure. */
export const DEPARTURE_ACTIONS = ['block', 'unblock', 'capacity', 'cancel'] as const
export type DepartureAction = (typeof DEPARTURE_ACTIONS)[number]

/** Response of GET /staff/departures/{id}, and of each change of one. `actions`: what whoever asks can do about it now. */
export const staffDepartureDetailsSchema = z.extend(staffDepartureSchema, { actions: z.optional(z.array(wordSchema<DepartureAction>())) })
export type StaffDepartureDetails = z.infer<typeof staffDepartureDetailsSchema>

/** One day of the month: all departures that run on it together. Those that are cancelled are only counted, in `cancelled`. */
export const departureDaySchema = z.object({
  date: daySchema,
  departures: z.number(),
  /** How many of them nobody has booked, and staff have not changed. */
  unbooked: z.number(),
  capacity: z.number(),
  sold: z.number(),
  held: z.number(),
  /** As of one departure. */
  reserved: z.optional(z.number()),
  blocked: z.number(),
  cancelled: z.number(),
})
export type DepartureDay = z.infer<typeof departureDaySchema>

const seats = z
  .number('The capacity must be a whole number')
  .check(
    z.int('The capacity must be a whole number'),
    z.gte(0, 'The capacity cannot be negative'),
    z.lte(MAX_SEATS, `The capacity is limited to ${MAX_SEATS}`),
  )

/** Body of PUT /staff/departures/{id}/capacity. `seenCapacity`: the one that it replaces; any other is refused, since somebody else has changed it. */
export const setCapacityBodySchema = z.object({ capacity: seats, seenCapacity: seats })
