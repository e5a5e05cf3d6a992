import { daysBetween, localToday } from '#shared/dates.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns "4 min", "3 h" or "12 days": a length of time in its largest unit, rounded down. */
export function lengthText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(0, Math.floor(ms / MINUTE_MS))} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / DAY_MS)} days`
}

/** Returns "in 3 days", "5 h ago" or, within a minute, "just now" and "in a moment". `moment`: ISO. */
export function distanceText(moment: string, now: number): string {
  const ms = Date.parse(moment) - now
  if (Math.abs(ms) < MINUTE_MS) return ms > 0 ? 'in a moment' : 'just now'
  return ms >= 0 ? `in ${lengthText(ms)}` : `${lengthText(-ms)} ago`
}

/** Returns how long ago something happened. The server's clock may be ahead of the visitor's: what has just happened is never to come. */
export function agoText(moment: string, now: number): string {
  return distanceText(moment, Math.max(now, Date.parse(moment)))
}

/** Returns "today", "in 12 days" or "3 days ago", counting days of the calendar. `days`: from today on. */
export function daysText(days: number): string {
  if (Math.abs(days) <= 1) return ['yesterday', 'today', 'tomorrow'][days + 1] ?? ''
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

/** Returns how many days away the day of a moment is, by the visitor's clocks: "in 12 days". */
export function daysUntilText(moment: string, now: number): string {
  return daysText(daysBetween(localToday(new Date(now)), localToday(new Date(moment))))
}

/** Returns "Sat, 21 Nov 2026, 9:30 am": on the clocks of the visitor, in the en-IN short format (specification §9). */
export function momentText(moment: string): string {
  return new Date(moment).toLocaleString('en-IN', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** Returns "21 Nov 2026": the day of a moment, likewise. */
export function dayText(moment: string): string {
  return new Date(moment).toLocaleDateString('en-IN', { day: 'numeric', month: 'short', year: 'numeric' })
}
