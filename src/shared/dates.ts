/** A calendar day without a time, `YYYY-MM-DD`. */
export type Day = string

/** 24 hours in milliseconds; a day on which the clocks change has a different length. */
export const DAY_MS = 86_400_000

// The calendar has no year 0, and PostgreSQL refuses it.
const DAY_PATTERN = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** Whether a text is an existing day (2027-02-30 is not). */
export function isDay(text: string): boolean {
  if (!DAY_PATTERN.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Formats are cached, because creating one takes a hundred times as long as using it. */
const formats: Record<string, Intl.DateTimeFormat> = {}

function keptFormat(language: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return (formats[language + JSON.stringify(parts)] ??= new Intl.DateTimeFormat(language, parts))
}

/** The calendar day at a moment in a time zone such as `Europe/London`. */
export function dayIn(timeZone: string, moment: Date): Day {
  return keptFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)
}

/** Negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

export function daysBefore(moment: Date, count: number): Date {
  return new Date(moment.getTime() - count * DAY_MS)
}

/** Formats a day in the en-IN format (specification §2, §9) with the given parts; "Invalid Date" if it is not a day. */
export function dayInWords(day: Day, parts: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? String(date) : keptFormat('en-IN', { ...parts, timeZone: 'UTC' }).format(date)
}

export function shortDay(day: Day): string {
  return dayInWords(day, { day: 'numeric', month: 'short' })
}

/** The short format with the year: "21 Nov 2026". */
export function longDay(day: Day): string {
  return dayInWords(day, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** "March 2026", for a day or a month such as `2026-03`. */
export function longMonth(month: string): string {
  return dayInWords(`${month.slice(0, 7)}-01`, { month: 'long', year: 'numeric' })
}

/** The visitor's today, by the clock of their device. */
export function localToday(now: Date = new Date()): Day {
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

/** The time of day at a moment in a time zone: "09:30". */
export function timeIn(timeZone: string, moment: Date): string {
  return keptFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment)
}

/**
 * Parses an ISO date-time. Without a zone or offset (`2027-03-01T09:30`) it is local time in `timeZone`: a time skipped in spring is moved
 * an hour later, and of an hour repeated in autumn the first counts. Returns an invalid Date for anything else.
 */
export function momentIn(timeZone: string, text: string): Date {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return new Date(text)
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return new Date(Number.NaN)
  // Clocks change by less than a day, so the offsets of the day before and the day after are the only candidates.
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((each) => offsetMs(timeZone, new Date(each)))
  const fitting = offsets.map((offset) => asUtc - offset).filter((each) => each + offsetMs(timeZone, new Date(each)) === asUtc)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : asUtc - Math.min(...offsets))
}

function offsetMs(timeZone: string, moment: Date): number {
  const parts = keptFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const read = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  return local - Math.floor(moment.getTime() / 1000) * 1000
}
