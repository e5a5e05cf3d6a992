import { useEffect, useState } from 'react'
import { isDay, type Day } from '#shared/dates.ts'
import { saleEndsAt, type SaleEnd } from '#shared/tours/sale-ends.ts'

/** Longer than a timer can wait, and than a page is looked at. */
const LONGEST_MS = 24 * 60 * 60_000

/** Returns the time of the last drawing; as the sale of the departure on a day ends, the page is drawn again. */
export function useSaleClock(saleEnd: SaleEnd | undefined, day: Day): Date {
  const [now, setNow] = useState(() => new Date())
  const end = saleEnd && isDay(day) ? saleEndsAt(saleEnd, day).getTime() : undefined
  useEffect(() => {
    const wait = end === undefined ? -1 : end - Date.now()
    if (wait < 0 || wait > LONGEST_MS) return
    const timer = setTimeout(() => setNow(new Date()), wait + 50)
    return () => clearTimeout(timer)
  }, [end])
  return now
}
