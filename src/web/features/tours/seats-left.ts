import { useEffect, useState } from 'react'
import { isDay, longDay, type Day } from '#shared/dates.ts'
import { getSeats } from '#shared/tours/calls.ts'
import type { SeatsResponse } from '#shared/tours/public.ts'
import { saleEndsAt, type SaleEnd } from '#shared/tours/sale-ends.ts'
import { queryOf } from '#web/lib/ask.ts'
import { serverNow } from '#web/lib/server-clock.ts'

export const seatsKey = (tourId: string) => ['tours', 'seats', tourId]

/** Of an option, with its start times, if there is one. Beyond specification §7: a failure is silent, and nothing waits for the result. */
export function seatsQuery(tourId: string, date: Day, optionId?: string) {
  const query = { date, optionId }
  return queryOf(getSeats, { params: { id: tourId }, query }, { key: [...seatsKey(tourId), query], retry: false })
}

/** Returns the text about the seats left on a day: a warning if there are too few for the guests. */
export function seatsMessage(seats: Pick<SeatsResponse, 'date' | 'seatsLeft'>, guests: number): { text: string; isWarning: boolean } {
  const day = longDay(seats.date)
  const { seatsLeft } = seats
  if (seatsLeft <= 0) return { text: `Sold out on ${day}. Please choose another date.`, isWarning: true }
  const left = seatsLeft === 1 ? '1 seat' : `${seatsLeft} seats`
  if (seatsLeft < guests) return { text: `Only ${left} left on ${day}, not enough for ${guests} guests.`, isWarning: true }
  return { text: `${left} left on ${day}`, isWarning: false }
}

/** Longer waits are pointless, since no page stays open that long, and the longest would overflow the timer. */
const LONGEST_MS = 24 * 60 * 60_000

/** Returns the time of the last render; rerenders when the sale of the day's departure ends. */
export function useSaleClock(saleEnd: SaleEnd | undefined, day: Day): Date {
  const [now, setNow] = useState(() => serverNow())
  const end = saleEnd && isDay(day) ? saleEndsAt(saleEnd, day).getTime() : undefined
  useEffect(() => {
    const wait = end === undefined ? -1 : end - serverNow().getTime()
    if (wait < 0 || wait > LONGEST_MS) return
    const timer = setTimeout(() => setNow(serverNow()), wait + 50)
    return () => clearTimeout(timer)
  }, [end])
  return now
}
