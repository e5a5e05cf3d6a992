import { z } from 'zod/mini'
import { daysBetween, isDay, type Day } from '#shared/dates.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { daySchema } from '#shared/day-schema.ts'
import { wordSchema } from '#shared/words.ts'
import { departureExtraSchema, departureSlotSchema, slotBodySchema } from './departure-slots.ts'

/** Id of a departure in API calls, made of its tour and day. */
export function departureId(tourId: string, day: Day): string {
  return `${day}:${tourId}`
}

/** Undefined if the id is invalid. */
export function parseDepartureId(id: string): { tourId: string; day: Day } | undefined {
  const [day, tourId] = [id.slice(0, 10), id.slice(11)]
  return isDay(day) && id[10] === ':' && tourId !== '' ? { tourId, day } : undefined
}

export const MAX_CALENDAR_DAYS = 93
/** Maximum seats of a departure, as for a tour. */
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
 * Query of GET /staff/departures, by day and then tour. `bookings`: `some` selects departures that are booked, held or changed by staff,
 * `none` those that run as scheduled without bookings; both if omitted. `before` is the id of the previous page's last departure.
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

/** A departure as staff see it, in seats. `left` is 0 if it is not on sale. */
export const staffDepartureSchema = z.object({
  id: z.string(),
  tour: z.object({ id: z.string(), name: z.string() }),
  date: daySchema,
  capacity: z.number(),
  sold: z.number(),
  held: z.number(),
  /** Part of `held`: reserved by staff and unpaid; the rest are open checkouts. Missing if there are none. */
  reserved: z.optional(z.number()),
  left: z.number(),
  /** Whether the tour is on sale, that is, neither a draft nor deactivated. */
  isOnSale: z.boolean(),
  isBlocked: z.boolean(),
  /** Whether staff have set the capacity, as opposed to the tour's default. */
  hasOwnCapacity: z.boolean(),
  cancelledAt: z.nullable(momentSchema),
  /** True if the sale has ended by local time at the destination, otherwise missing. */
  hasLeft: z.optional(z.boolean()),
})
export type StaffDeparture = z.infer<typeof staffDepartureSchema>

/** `slots`: set the capacity of a start time, close and open it; instead of `capacity`, for tours with options. */
export const DEPARTURE_ACTIONS = ['block', 'unblock', 'capacity', 'slots', 'cancel'] as const
export type DepartureAction = (typeof DEPARTURE_ACTIONS)[number]

/** Response of GET /staff/departures/{id} and of each change to it. `actions` are those available to the requester now. */
export const staffDepartureDetailsSchema = z.extend(staffDepartureSchema, {
  actions: z.optional(z.array(wordSchema<DepartureAction>())),
  /** By start time, and the extras that are limited; only of tours with options. */
  slots: z.optional(z.array(departureSlotSchema)),
  extras: z.optional(z.array(departureExtraSchema)),
})
export type StaffDepartureDetails = z.infer<typeof staffDepartureDetailsSchema>
export type DepartureWithSlots = StaffDeparture & Pick<StaffDepartureDetails, 'slots'>

/** Totals of all departures on a day. Cancelled ones are only counted, in `cancelled`. */
export const departureDaySchema = z.object({
  date: daySchema,
  departures: z.number(),
  /** Departures without bookings or changes by staff. */
  unbooked: z.number(),
  capacity: z.number(),
  sold: z.number(),
  held: z.number(),
  /** As for a single departure. */
  reserved: z.optional(z.number()),
  blocked: z.number(),
  cancelled: z.number(),
})
export type DepartureDay = z.infer<typeof departureDaySchema>

const seats = z
  .number('The capacity must be a whole number')
  .check(
    z.int('The capacity must be a whole number'),
    z.gte(0, 'The capacity can’t be negative'),
    z.lte(MAX_SEATS, `The capacity can be up to ${MAX_SEATS}`),
  )

/** Body of PUT /staff/departures/{id}/capacity. Refused unless `seenCapacity` is still the current capacity. */
export const setCapacityBodySchema = z.object({ capacity: seats, seenCapacity: seats })

/** Body of PUT /staff/departures/{id}/slots/capacity, likewise. */
export const setSlotCapacityBodySchema = z.extend(slotBodySchema, { capacity: seats, seenCapacity: seats })
