import { useEffect, useState } from 'react'
import { isDay, type Day } from '#shared/dates.ts'
import { saleEndsAt, type SaleEnd } from '#shared/tours/sale-ends.ts'
import { serverNow } from '#web/lib/server-clock.ts'

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
