import { z } from 'zod/mini'
import { addDays, type Day } from '#shared/dates.ts'
import { MAX_SEATS } from '#shared/tours/departures.ts'
import { momentSchema } from '#shared/response-fields.ts'

/** `cleared` undoes the other two. */
const ATTENDANCE_STATES = ['came', 'no_show', 'cleared'] as const
export type AttendanceState = (typeof ATTENDANCE_STATES)[number]

export const MAX_TICKS = 100
/** Staff can tick from this many days before a departure until this many days after it. */
const TICKS_FROM_DAYS_BEFORE = 1
export const TICKS_UNTIL_DAYS_AFTER = 7

/** The first and last day on which a departure can be ticked. */
export function tickDays(departsOn: Day): { first: Day; last: Day } {
  return { first: addDays(departsOn, -TICKS_FROM_DAYS_BEFORE), last: addDays(departsOn, TICKS_UNTIL_DAYS_AFTER) }
}

const SEAT = 'seat must be a whole number'

/** The attendance of one traveller, identified by the booking and their number in it, from 1. */
export const tickSchema = z.object({
  /** Generated on the device; sending it again has no further effect. */
  id: z.uuid('id must be a UUID'),
  bookingId: z.guid('bookingId must be a UUID'),
  seat: z.number(SEAT).check(z.int(SEAT), z.gte(1, SEAT), z.lte(MAX_SEATS, SEAT)),
  state: z.enum(ATTENDANCE_STATES, 'Unknown state'),
  /** By the device's clock; a time in the future counts as now. */
  tickedAt: z.iso.datetime('tickedAt must be an ISO timestamp'),
})
export type Tick = z.infer<typeof tickSchema>

export const ticksSchema = z.array(tickSchema).check(z.maxLength(MAX_TICKS, `At most ${MAX_TICKS} check-ins at once`))

/** Body of POST /staff/departures/{id}/ticks. Without ticks it only fetches the attendance. */
export const tickBodySchema = z.object({ ticks: ticksSchema })

/** A seat's state after its last tick; seats never ticked are missing. */
export const seatAttendanceSchema = z.object({
  bookingId: z.string(),
  seat: z.number(),
  state: z.enum(ATTENDANCE_STATES),
  tickedAt: momentSchema,
  by: z.string(),
})
export type SeatAttendance = z.infer<typeof seatAttendanceSchema>

/** Response to ticks: the current state of every seat of the departure. */
export const attendanceSchema = z.object({
  /** Ticks for seats that the departure does not have; they are not stored. */
  unknown: z.array(z.string()),
  attendance: z.array(seatAttendanceSchema),
})
export type Attendance = z.infer<typeof attendanceSchema>

/** A traveller's name on a manifest. `seat` starts at 1. */
export function travellerName({ guests, travellers }: { guests: number; travellers: readonly string[] }, seat: number): string {
  return travellers[seat - 1] ?? `Guest ${seat} of ${guests}`
}
