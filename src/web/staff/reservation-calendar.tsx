import type { CalendarProps } from '#web/features/reservations/staff/tour-panel.tsx'
import { calendarSaleOf, soldOf } from '#web/features/tours/option-departures.ts'
import { DepartureCalendar } from '#web/features/tours/departure-calendar.tsx'
import { todayThere } from '#web/lib/today-there.ts'
import { serverNow } from '#web/lib/server-clock.ts'

/** The days of a tour by the seats that are left, of one with options for what is chosen of it. */
export function ReservationCalendar({ tour, today, sale, ...shown }: CalendarProps) {
  const { selling, currency } = tour
  if (!selling || !sale) return <DepartureCalendar {...shown} title="Choose the departure" tour={tour} today={today} />
  const there = todayThere(selling.timeZone)
  const { option, choice } = sale
  const ofOptions = calendarSaleOf({ sold: soldOf(tour, selling), option, choice, currency, today: there, now: serverNow() })
  return <DepartureCalendar {...shown} title="Choose the departure" tour={tour} today={there} sale={ofOptions} />
}
