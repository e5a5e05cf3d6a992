import { addDays, isDay, type Day } from '#shared/dates.ts'
import { addMonths, monthOf, type DayRange } from '#shared/months.ts'
import { nextSpan, weekdayOf } from './holidays.ts'
import { anyPhrase, anyWord, digits, firstOf, inTurn, joined, maybe, meaning, phrase, type Reading } from './readings.ts'
import type { Language, Vocabulary, Words } from './vocabulary.ts'

export interface AskedDays {
  /** Seats must be left on this day. */
  day?: Day
  /** Seats must be left on some day of this month (1 to 12); without a year, the next one of that name. */
  month?: { month: number; year?: number }
  /** Seats must be left on one of these days. */
  span?: DayRange
}

/** A reading whose meaning depends on the agency's today; undefined for an impossible day. */
export type OfDays = Reading<(today: Day) => AskedDays>

const dash = firstOf(joined(anyWord(['-'])), anyWord(['–', '-']))
const twoDigits = joined(digits(2, 2))
const dayNumber = meaning(digits(2), (text) => (Number(text) > 0 && Number(text) <= 31 ? Number(text) : undefined))
const fullYear = meaning(digits(4, 4), (text) => (text.startsWith('2') ? Number(text) : undefined))

export const isoDay: OfDays = meaning(
  inTurn(digits(4, 4), joined(anyWord(['-'])), twoDigits, joined(anyWord(['-'])), twoDigits),
  (parts) => {
    const day = `${parts[0]}-${parts[2]}-${parts[4]}`
    return isDay(day) ? () => ({ day }) : undefined
  },
)

const writtenYear = firstOf(
  meaning(digits(4, 4), (text) => (text.startsWith('20') ? Number(text) : undefined)),
  meaning(digits(2, 2), (text) => 2000 + Number(text)),
)

/** Reads "24.12.", "24/12/2026" with the day first, unless there is no such month. "1.5" is an ordinary number. */
export const numericDay: OfDays = firstOf(
  ...['.', '/'].flatMap((sign) => [
    meaning(inTurn(digits(2), behindMark(sign, digits(2)), behindMark(sign, writtenYear)), ([first, second, year]) =>
      numbered(first, second, year),
    ),
    meaning(inTurn(digits(2), behindMark(sign, digits(2, 2))), ([first, second]) => numbered(first, second)),
  ]),
  meaning(inTurn(digits(2), behindMark('.', digits(2)), mark('.')), ([first, second]) => numbered(first, second)),
)

function numbered(first: string, second: string, year?: number): ((today: Day) => AskedDays) | undefined {
  const [day, month] = Number(second) > 12 ? [Number(second), Number(first)] : [Number(first), Number(second)]
  return dated({ day, month, year })
}

function mark(sign: string): Reading<string> {
  return joined(anyWord([sign]))
}

function behindMark<T>(sign: string, reading: Reading<T>): Reading<T> {
  return meaning(inTurn(mark(sign), joined(reading)), ([, value]) => value)
}

interface DayAndMonth {
  day: number
  month: number
  year: number | undefined
}

/** Returns how to find the next such day; undefined for a day in no calendar. */
function dated(asked: DayAndMonth): ((today: Day) => AskedDays) | undefined {
  if (!isDay(dayIn(2024, asked)) || (asked.year !== undefined && !isDay(dayIn(asked.year, asked)))) return undefined
  return (today) => ({ day: nextDay(asked, today) })
}

function nextDay(asked: DayAndMonth, today: Day): Day {
  if (asked.year !== undefined) return dayIn(asked.year, asked)
  const year = Number(today.slice(0, 4))
  const days = Array.from({ length: 9 }, (_, ahead) => dayIn(year + ahead, asked)).filter((day) => isDay(day))
  return days.find((day) => day >= today) ?? today
}

function dayIn(year: number, { day, month }: DayAndMonth): Day {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export interface Calendar {
  /** Reads "tomorrow", "next week", "in two weeks". */
  relative: OfDays
  /** Reads "Christmas", "Easter 2027". */
  holiday: OfDays
  /** Reads "24 to 26 December", "28 Dec - 3 Jan". */
  days: OfDays
  /** Reads "24 Dec", "December 24th, 2026", "24. Dezember". */
  day: OfDays
  /** Reads "on Saturday", "next Friday". */
  weekday: OfDays
  /** Reads "July 2027", "Jul.". */
  month: OfDays
  /** Reads a month on its own. */
  monthName: Reading<unknown>
}

/** Builds the readings of days in these languages. */
export function calendarOf(vocabulary: Vocabulary, words: Words, count: Reading<number>): Calendar {
  const dot = maybe(anyWord(['.']))
  const first = <T>(reading: Reading<T>): Reading<T> => meaning(inTurn(reading, dot), ([value]) => value)
  const sureMonth = first(anyPhrase(words.named('months')))
  const unsureMonth = first(anyPhrase(words.numbers('unsureMonths')))
  const anyMonth = firstOf(sureMonth, unsureMonth)
  const to = firstOf(dash, phrase(...words.of('to')))
  const ordinal = firstOf(joined(phrase(...words.of('ordinals'))), joined(anyWord(['.'])))
  const dayOfMonth = meaning(inTurn(dayNumber, maybe(ordinal)), ([day]) => day)
  const of = maybe(phrase(...words.of('of')))
  const yearBehind = meaning(inTurn(maybe(anyWord([','])), fullYear), ([, year]) => year)
  const yearOf = meaning(inTurn(of, fullYear), ([, year]) => year)
  const dayAndMonth = firstOf<DayAndMonth>(
    meaning(inTurn(dayOfMonth, of, anyMonth, maybe(yearBehind)), ([day, , month, year]) => ({ day, month, year })),
    meaning(inTurn(anyMonth, of, dayOfMonth, maybe(yearBehind)), ([month, , day, year]) => ({ day, month, year })),
  )
  const relativeUnit = firstOf<'week' | 'month'>(
    meaning(phrase(...words.of('week')), () => 'week'),
    meaning(phrase(...words.of('month')), () => 'month'),
  )
  return {
    relative: firstOf<(today: Day) => AskedDays>(
      meaning(
        anyPhrase(words.relative),
        ([unit, ahead]) =>
          (today) =>
            daysAhead(unit, ahead, today),
      ),
      meaning(
        inTurn(phrase(...words.of('in')), count, relativeUnit),
        ([, ahead, unit]) =>
          (today) =>
            daysAhead(unit, Math.min(ahead, 200), today),
      ),
    ),
    holiday: meaning(
      firstOf(
        inTurn(anyPhrase(vocabulary.holidays.flatMap(({ names, on }) => names.map((name) => [name, on] as const))), maybe(yearOf)),
        inTurn(anyPhrase(vocabulary.holidays.flatMap(({ withYear, on }) => withYear.map((name) => [name, on] as const))), yearOf),
      ),
      ([rule, year]) =>
        (today) => {
          const span = nextSpan(rule, today, year)
          // A holiday without a known date matches no day on sale.
          return { span: span ?? { from: '0001-01-01', to: '0001-01-01' } }
        },
    ),
    days: meaning(inTurn(firstOf<DayAndMonth | number>(dayAndMonth, dayOfMonth), to, of, dayAndMonth), ([from, , , until]) => {
      const begin: DayAndMonth = typeof from === 'number' ? { ...until, day: from } : from
      if (!dated(begin) || !dated(until)) return undefined
      return (today) => ({ span: spanOf(begin, until, today) })
    }),
    day: meaning(dayAndMonth, dated),
    weekday: firstOf<(today: Day) => AskedDays>(
      meaning(inTurn(phrase(...words.of('nextWeekday')), anyPhrase(words.named('weekdays'))), ([, weekday]) => (today) => ({
        day: addDays(mondayOf(today), 6 + weekday),
      })),
      meaning(inTurn(maybe(phrase(...words.of('thisWeekday'))), anyPhrase(words.named('weekdays'))), ([, weekday]) => (today) => ({
        day: addDays(today, (weekday - weekdayOf(today) + 7) % 7),
      })),
    ),
    month: firstOf<(today: Day) => AskedDays>(
      meaning(inTurn(anyMonth, fullYear), ([month, year]) => () => ({ month: { month, year } })),
      meaning(inTurn(phrase(...words.of('in')), unsureMonth), ([, month]) => () => ({ month: { month } })),
      meaning(inTurn(maybe(phrase(...words.of('in'))), sureMonth), ([, month]) => () => ({ month: { month } })),
    ),
    monthName: firstOf<unknown>(sureMonth, unsureMonth),
  }
}

/** Returns the range between two days; the end's year applies to both. */
function spanOf(begin: DayAndMonth, until: DayAndMonth, today: Day): DayRange {
  const to = nextDay(until, today)
  const year = Number(to.slice(0, 4))
  const sameYear = dayIn(year, begin)
  const from = begin.year === undefined ? (sameYear <= to ? sameYear : dayIn(year - 1, begin)) : dayIn(begin.year, begin)
  return { from: isDay(from) ? from : to, to }
}

function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

function daysAhead(unit: Language['relative'][string][0], ahead: number, today: Day): AskedDays {
  if (unit === 'day') return { day: addDays(today, ahead) }
  if (unit === 'month') {
    const [year = 0, month = 0] = addMonths(monthOf(today), ahead).split('-').map(Number)
    return { month: { month, year } }
  }
  const monday = addDays(mondayOf(today), 7 * ahead)
  return { span: { from: unit === 'week' ? monday : addDays(monday, 5), to: addDays(monday, 6) } }
}
