import { z } from 'zod/mini'
import { addDays, type Day } from '#shared/dates.ts'
import { MAX_SEATS } from '#shared/tours/departures.ts'
import { momentSchema } from '#shared/response-fields.ts'

/** `cleared`: neither of the others any more. */
const ATTENDANCE_STATES = ['came', 'no_show', 'cleared'] as const
export type AttendanceState = (typeof ATTENDANCE_STATES)[number]

export const MAX_TICKS = 100
/** Staff tick from so many days before a departure, until so many days after it. */
const TICKS_FROM_DAYS_BEFORE = 1
export const TICKS_UNTIL_DAYS_AFTER = 7

/** Returns the first and the last day on which the people of a departure can be ticked. */
export function tickDays(departsOn: Day): { first: Day; last: Day } {
  return { first: addDays(departsOn, -TICKS_FROM_DAYS_BEFORE), last: addDays(departsOn, TICKS_UNTIL_DAYS_AFTER) }
}

const SEAT = 'seat must be a whole number'

/** One traveller, by the booking and their place in it from 1: came, did not come, or neither. */
export const tickSchema = z.object({
  /** Made on the device: sent again, it is the same tick. */
  id: z.uuid('id must be a UUID'),
  bookingId: z.guid('bookingId must be a UUID'),
  seat: z.number(SEAT).check(z.int(SEAT), z.gte(1, SEAT), z.lte(MAX_SEATS, SEAT)),
  state: z.enum(ATTENDANCE_STATES, 'There is no such state'),
  /** By the device's clock. One in the future counts as now. */
  tickedAt: z.iso.datetime('tickedAt must be an ISO moment'),
})
export type Tick = z.infer<typeof tickSchema>

export const ticksSchema = z.array(tickSchema).check(z.maxLength(MAX_TICKS, `At most ${MAX_TICKS} ticks at once`))

/** Body of POST /staff/departures/{id}/ticks. No ticks: it only asks how things stand. */
export const tickBodySchema = z.object({ ticks: ticksSchema })

/** How a seat stands by its last tick. A seat that nobody has ticked is missing. */
export const seatAttendanceSchema = z.object({
  bookingId: z.string(),
  seat: z.number(),
  state: z.enum(ATTENDANCE_STATES),
  tickedAt: momentSchema,
  by: z.string(),
})
export type SeatAttendance = z.infer<typeof seatAttendanceSchema>

/** Response to ticks: how every seat of the departure stands now. */
export const attendanceSchema = z.object({
  /** Ticks of seats that the departure does not have: they are not kept. */
  unknown: z.array(z.string()),
  attendance: z.array(seatAttendanceSchema),
})
export type Attendance = z.infer<typeof attendanceSchema>

/** Returns what a traveller is called on a manifest. `seat`: from 1. */
export function travellerName({ guests, travellers }: { guests: number; travellers: readonly string[] }, seat: number): string {
  return travellers[seat - 1] ?? `Guest ${seat} of ${guests}`
}
