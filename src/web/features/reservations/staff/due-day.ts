import { addDays, dayIn, isDay, type Day } from '#shared/dates.ts'
import { dueAtOf, dueDayFault, dueDayOf, dueText, latestDueAt } from '#shared/reservations/due-moments.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'

const DAYS_TO_PAY = 3

/** `timeZone` is the agency's, in which the days for paying are counted. */
export type Clocks = { timeZone: string; now: Date }

/** The last day to pay for a departure, as typed. */
type Due = { dueOn: string; travelDate: string; saleEnd: SaleEnd | undefined }

/** The default last day to pay, before departure and while the departure is on sale. */
export function usualDueDay({ travelDate, saleEnd }: Omit<Due, 'dueOn'>, clocks: Clocks): Day {
  const today = dayIn(clocks.timeZone, clocks.now)
  const due = addDays(today, DAYS_TO_PAY)
  if (!isDay(travelDate)) return due
  const last = dueDayOf(latestDueAt({ travelDate, saleEnd }, clocks), clocks.timeZone)
  const [first = due] = [due, addDays(travelDate, -1), last].toSorted()
  return first < today ? today : first
}

/**
 * Adjusts the last day to pay to a new travel date; a day chosen by staff stays while it is still possible. `before` is the previous travel
 * date.
 */
export function dueDayAfter(due: Due, before: string, clocks: Clocks): Day {
  const isOwnChoice = due.dueOn !== usualDueDay({ ...due, travelDate: before }, clocks)
  return isOwnChoice ? possibleDueDay(due, clocks) : usualDueDay(due, clocks)
}

/** Keeps the chosen day if it is possible, and otherwise returns the default. */
export function possibleDueDay(due: Due, clocks: Clocks): Day {
  return isDay(due.dueOn) && dueFault(due, clocks) === undefined ? due.dueOn : usualDueDay(due, clocks)
}

/** The error for the last day to pay; undefined if it is possible or empty. */
export function dueFault(due: Due, clocks: Clocks): string | undefined {
  return isDay(due.dueOn) ? dueDayFault(due.dueOn, departureOf(due), clocks) : undefined
}

/** When exactly the last day to pay ends, in words; undefined while it is invalid. */
export function dueUntil(due: Due, clocks: Clocks): string | undefined {
  return isDay(due.dueOn) ? dueText(dueAtOf(due.dueOn, departureOf(due), clocks), clocks.timeZone) : undefined
}

/** The latest possible day to pay, also in words; undefined while no departure is chosen. */
export function latestDue({ travelDate, saleEnd }: Due, clocks: Clocks): { day: Day; text: string } | undefined {
  if (!isDay(travelDate)) return undefined
  const dueAt = latestDueAt({ travelDate, saleEnd }, clocks)
  return { day: dueDayOf(dueAt, clocks.timeZone), text: dueText(dueAt, clocks.timeZone) }
}

/** While no departure is chosen, days end in the agency's time zone. */
function departureOf({ dueOn, travelDate, saleEnd }: Due) {
  return isDay(travelDate) ? { travelDate, saleEnd } : { travelDate: dueOn, saleEnd: undefined }
}
