import { dayIn, daysBetween, localToday, type Day } from '#shared/dates.ts'
import { isTimeZone, zoneText } from '#shared/time-zones.ts'
import { serverNow } from '#web/lib/server-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "4 min", "3 h" or "12 days": a duration in its largest unit, rounded down. */
export function lengthText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(0, Math.floor(ms / MINUTE_MS))} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / DAY_MS)} days`
}

/** "in 3 days", "5 h ago" or, within a minute, "just now" and "in a moment". `moment` is ISO 8601. */
export function distanceText(moment: string, now: number): string {
  const ms = Date.parse(moment) - now
  if (Math.abs(ms) < MINUTE_MS) return ms > 0 ? 'in a moment' : 'just now'
  return ms >= 0 ? `in ${lengthText(ms)}` : `${lengthText(-ms)} ago`
}

/** Relative time in the past. The server's clock may be ahead of the visitor's, but a past event must never appear as a future one. */
export function agoText(moment: string, now: number): string {
  return distanceText(moment, Math.max(now, Date.parse(moment)))
}

/** "today", "in 12 days" or "3 days ago", in calendar days from today. */
export function daysText(days: number): string {
  if (Math.abs(days) <= 1) return ['yesterday', 'today', 'tomorrow'][days + 1] ?? ''
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

/** Calendar days until a moment, in a time zone or the visitor's: "in 12 days". */
export function daysUntilText(moment: string, now: number, timeZone?: string): string {
  const dayOf = (date: Date) => (timeZone === undefined ? localToday(date) : dayIn(timeZone, date))
  return daysText(daysBetween(dayOf(new Date(now)), dayOf(new Date(moment))))
}

/**
 * "Sat, 21 Nov 2026, 9:30 am", in the visitor's time zone and the en-IN short format (specification §9). In another time zone, which is then
 * named: "…, London time".
 */
export function momentText(moment: string, timeZone?: string): string {
  const text = new Date(moment).toLocaleString('en-IN', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return timeZone === undefined ? text : `${text}, ${zoneText(timeZone)}`
}

/** "21 Nov 2026", in the visitor's time zone. */
export function dayText(moment: string): string {
  return new Date(moment).toLocaleDateString('en-IN', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** Today in the booking's time zone, or in the visitor's if that is missing or unknown to this browser. */
export function todayThere(timeZone: string | null | undefined): Day {
  return timeZone && isTimeZone(timeZone) ? dayIn(timeZone, serverNow()) : localToday()
}

/** A time zone that must be named beside a day: undefined if the visitor's own clock shows the same. */
export function zoneElsewhere(timeZone: string | null | undefined): string | undefined {
  if (!timeZone || !isTimeZone(timeZone)) return undefined
  return timeZone === new Intl.DateTimeFormat().resolvedOptions().timeZone ? undefined : timeZone
}
