import { longDay, type Day } from '#shared/dates.ts'
import { timeIn, type OptionChoice } from '#shared/tours/offers/option-choice.ts'
import type { SellingOption, SellingUnit } from '#shared/tours/offers/selling-schema.ts'

/** What is asked about a choice, in words for a traveller. */
export const ASKED = {
  option: 'Choose your option',
  time: 'Choose a start time',
  who: 'Who is coming?',
  /** Without a pickup. */
  alone: 'I’ll make my own way',
  /** Followed by a time. */
  fetched: 'We’ll pick you up',
}
/** The same for someone else, such as staff. */
export type AskedWords = typeof ASKED

/** What is left at a start time; undefined while that is not known. */
export type TimeLeft = { seatsLeft: number | undefined; hasLeft: boolean }

/** At this many seats or fewer it is said how many are left, as in the calendar. */
const FEW = 6

/** "4–11 years", "12+ years"; undefined for any age. */
export function agesText(ages: SellingUnit['ages']): string | undefined {
  if (!ages) return undefined
  const { from, to } = ages
  if (to === null) return from === 0 ? undefined : `${from}+ years`
  if (from === 0) return `Up to ${yearsText(to)}`
  return from === to ? yearsText(from) : `${from}–${to} years`
}

function yearsText(years: number): string {
  return years === 1 ? '1 year' : `${years} years`
}

/** "5 hours", "1 h 30 min", "2 days". */
export function durationText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const inHours = rest === 0 ? count(hours, 'hour') : [hours > 0 && `${hours} h`, `${rest} min`]
  return [count(days, 'day'), inHours].flat().filter(Boolean).join(' ')
}

function count(many: number, what: string): string | undefined {
  return many === 0 ? undefined : `${many} ${what}${many === 1 ? '' : 's'}`
}

/** "Only 3 left", if that is few and some are gone. */
export function fewLeftText(left: number | undefined, all: number | undefined): string | undefined {
  return left !== undefined && left > 0 && left <= FEW && left !== all ? `Only ${left} left` : undefined
}

export function seatsLeftText(left: number): string {
  return left === 1 ? '1 seat left' : `${left} seats left`
}

export function peopleText({ from, to }: { from: number; to: number }): string {
  if (from !== to) return `${from}–${to} people`
  return from === 1 ? '1 person' : `${from} people`
}

/** "We’ll pick you up at 07:30": the start less the minutes before it. */
export function pickupText(fetched: string, startTime: string, minutesBefore: number): string {
  const [hours = 0, minutes = 0] = startTime.split(':').map(Number)
  const at = hours * 60 + minutes - minutesBefore
  const ofDay = ((at % 1440) + 1440) % 1440
  const time = [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return `${fetched} at ${time}${at < 0 ? ' the day before' : ''}`
}

/**
 * The text about the seats of a day: a warning if there are too few. Start times say themselves how many are left, so without a warning
 * only a day that counts as a whole has one.
 */
export function seatsText(
  option: SellingOption,
  choice: OptionChoice,
  needed: number,
  day: Day,
  leftAt: (time: string | null) => TimeLeft,
): { text: string; isWarning: boolean } | undefined {
  const { startTimes } = option
  const isAllGone = startTimes.every(({ time }) => isGone(leftAt(time)))
  if (startTimes.length > 0 && isAllGone) return { text: `Sold out on ${longDay(day)}. Please choose another date.`, isWarning: true }
  const time = timeIn(option, choice)
  if (startTimes.length > 0 && time === undefined) return undefined
  const { seatsLeft, hasLeft } = leftAt(time ?? null)
  const at = `${time === undefined ? '' : ` at ${time}`} on ${longDay(day)}`
  if (hasLeft) return { text: `Booking has closed${at}. Please choose another start time.`, isWarning: true }
  if (seatsLeft === undefined) return undefined
  const another = time === undefined ? 'date' : 'start time or date'
  if (seatsLeft <= 0) return { text: `Sold out${at}. Please choose another ${another}.`, isWarning: true }
  const left = seatsLeftText(seatsLeft)
  if (seatsLeft < needed) return { text: `Only ${left}${at}, but you need ${needed}.`, isWarning: true }
  return time === undefined ? { text: `${left}${at}`, isWarning: false } : undefined
}

function isGone({ seatsLeft, hasLeft }: TimeLeft): boolean {
  return hasLeft || seatsLeft === 0
}
