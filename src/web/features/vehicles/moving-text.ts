import { localToday } from '#shared/dates.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'

/** Formats a local date-time in the en-IN short format (specification §9): "Sat, 21 Nov 2026, 9:30 am"; empty if there is none. */
export function movingText(movingDate: string): string {
  const moment = new Date(movingDate)
  if (movingDate === '' || Number.isNaN(moment.getTime())) return ''
  return moment.toLocaleString('en-IN', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** One hour from now (specification §9), as a datetime-local value. */
export function earliestMovingDate(now: Date = new Date()): string {
  const later = new Date(now.getTime() + 3_600_000)
  const pad = (n: number) => String(n).padStart(2, '0')
  const day = [later.getFullYear(), pad(later.getMonth() + 1), pad(later.getDate())].join('-')
  return `${day}T${pad(later.getHours())}:${pad(later.getMinutes())}`
}

/** The end of the last day on sale, as a datetime-local value. */
export function latestMovingDate(now: Date = new Date()): string {
  return `${lastTravelDay(localToday(now))}T23:59`
}
