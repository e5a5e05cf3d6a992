import { dayIn, timeIn, type Day } from '../../src/shared/dates.ts'
import type { SaleEnd } from '../../src/shared/tours/sale-ends.ts'
import type { TestApp } from './test-app.ts'

/**
 * A time zone where it is about noon when the tests run, on the agency's current day, so that the minutes around now are
 * on the same day.
 */
export interface NoonPlace {
  timeZone: string
  today: Day
  /** Ends the sale this many whole minutes from now, on the day of departure. */
  saleEndIn(minutes: number): SaleEnd
}

export function placeAtNoon(now: Date): NoonPlace {
  const hour = Number(timeIn('Europe/London', now).slice(0, 2))
  const ahead = 12 - hour + ((hour - now.getUTCHours() + 24) % 24)
  // These names state how far London is ahead in winter.
  const timeZone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  const saleEndIn = (minutes: number): SaleEnd => ({
    time: timeIn(timeZone, new Date(now.getTime() + minutes * 60_000)),
    daysBefore: 0,
    timeZone,
  })
  return { timeZone, today: dayIn(timeZone, now), saleEndIn }
}

/** Sets an end of sale that no editor could, in any zone of the database. Null removes it. */
export async function setSaleEnd({ deps }: TestApp, tourId: string, saleEnd: SaleEnd | null): Promise<void> {
  await deps.db
    .updateTable('tours')
    .set({
      sale_ends: saleEnd?.time ?? null,
      sale_ends_days_before: saleEnd?.daysBefore ?? null,
      sale_ends_zone: saleEnd?.timeZone ?? null,
    })
    .where('id', '=', tourId)
    .execute()
}
