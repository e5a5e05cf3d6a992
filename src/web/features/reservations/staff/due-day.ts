import { addDays, dayIn, isDay, type Day } from '#shared/dates.ts'
import { dueAtOf, dueDayFault, dueDayOf, dueText, latestDueAt } from '#shared/reservations/due-moments.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'

const DAYS_TO_PAY = 3

/** `timeZone`: the agency's, which counts the days to pay. */
export type Clocks = { timeZone: string; now: Date }

/** The last day to pay for a departure; as typed. */
type Due = { dueOn: string; travelDate: string; saleEnd: SaleEnd | undefined }

/** Returns by which day a booking is to be paid unless staff choose another: before it departs, and while it is sold. */
export function usualDueDay({ travelDate, saleEnd }: Omit<Due, 'dueOn'>, clocks: Clocks): Day {
  const today = dayIn(clocks.timeZone, clocks.now)
  const due = addDays(today, DAYS_TO_PAY)
  if (!isDay(travelDate)) return due
  const last = dueDayOf(latestDueAt({ travelDate, saleEnd }, clocks), clocks.timeZone)
  const [first = due] = [due, addDays(travelDate, -1), last].toSorted()
  return first < today ? today : first
}

/**
 * Returns the last day to pay once the date of travel has changed: what staff have chosen stays while it is possible. `before`: the date
 * that it was chosen for.
 */
export function dueDayAfter(due: Due, before: string, clocks: Clocks): Day {
  const isOwnChoice = due.dueOn !== usualDueDay({ ...due, travelDate: before }, clocks)
  return isOwnChoice ? possibleDueDay(due, clocks) : usualDueDay(due, clocks)
}

/** Returns the last day to pay: what stands there where it is possible, else the usual one. */
export function possibleDueDay(due: Due, clocks: Clocks): Day {
  return isDay(due.dueOn) && dueFault(due, clocks) === undefined ? due.dueOn : usualDueDay(due, clocks)
}

/** Returns what is wrong with the last day to pay; undefined of one that can be, or that is missing. */
export function dueFault(due: Due, clocks: Clocks): string | undefined {
  return isDay(due.dueOn) ? dueDayFault(due.dueOn, departureOf(due), clocks) : undefined
}

/** Returns until when exactly the last day to pay means, in words; undefined while it is none. */
export function dueUntil(due: Due, clocks: Clocks): string | undefined {
  return isDay(due.dueOn) ? dueText(dueAtOf(due.dueOn, departureOf(due), clocks), clocks.timeZone) : undefined
}

/** Returns the latest that a departure can be paid, as a day and in words; undefined while none has been chosen. */
export function latestDue({ travelDate, saleEnd }: Due, clocks: Clocks): { day: Day; text: string } | undefined {
  if (!isDay(travelDate)) return undefined
  const dueAt = latestDueAt({ travelDate, saleEnd }, clocks)
  return { day: dueDayOf(dueAt, clocks.timeZone), text: dueText(dueAt, clocks.timeZone) }
}

/** While no departure has been chosen, each day ends as it does for the agency. */
function departureOf({ dueOn, travelDate, saleEnd }: Due) {
  return isDay(travelDate) ? { travelDate, saleEnd } : { travelDate: dueOn, saleEnd: undefined }
}
