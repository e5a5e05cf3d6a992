import { isDay, type Day } from '#shared/dates.ts'
import { addMonths, monthOf } from '#shared/months.ts'

/** What the free text of the tour search asks for (decisions, "Tours"). */
export interface TourSearch {
  /** Exactly this many days. */
  duration?: number
  /** So many days, both included; a tour that says `orSays` of itself may take any number of them. */
  durations?: { from: number; to: number; orSays?: 'week' | 'weekend' | 'fortnight' }
  /** The tour must take a group of this size and, with a day or month, have that many seats left. */
  guests?: number
  /** Seats must be left on this day. */
  day?: Day
  /** Seats must be left on some day of this month (1 to 12); without a year, of the next one of that name. */
  month?: { month: number; year?: number }
  /** The highest price for one person, in units of the tour's own currency. */
  highestPrice?: number
  /** Cancelling must still give everything back, on the day if one is asked for. */
  isFreeToCancel?: true
  /** Normalised words, all of which the tour must have. */
  words: string[]
}

const list = (words: string) => words.split(' ')
/** Words that say nothing about a tour: they name a unit, or what every tour is. */
const EMPTY_WORDS = new Set(list('day days guest guests trip trips holiday holidays vacation vacations getaway getaways'))
const ONES = list('zero one two three four five six seven eight nine')
const TEENS = list('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen')
const TENS = list('twenty thirty forty fifty sixty seventy eighty ninety')
const MONTHS = list('january february march april may june july august september october november december')
/** Beyond every price that the database can hold. */
const HIGHEST_PRICE = 20_000_000

/** Returns a pattern of a whole part of the text: nothing but space, or an end, comes before and after it. */
function part(pattern: string): RegExp {
  return new RegExp(String.raw`(?<!\S)${pattern}(?!\S)`, 'giu')
}

const NAMED = `(?:${TENS.join('|')})(?:[\\s-](?:${ONES.slice(1).join('|')}))?|${[...ONES, ...TEENS].join('|')}`
const COUNT = String.raw`(\d{1,4}|${NAMED})`
const DAYS = String.raw`${COUNT}[\s-]*(day|week)s?`
const AT_MOST = String.raw`(?:up to|at most|not? more than|max\.?|maximum)`
const LESS_THAN = '(?:under|below|less than)'
const OR_LESS = String.raw`(?:or (?:less|fewer|under|below)|max\.?|maximum)`
// The sign says nothing: prices are compared in the tour's own currency.
const PRICE = String.raw`\p{Sc}?\s*((?:\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.\d{1,2})?)\s*(k?)\s*\p{Sc}?`
const EACH = String.raw`(?:\s*(?:pp|each|per (?:person|head)))?`
// "mar" begins the names of many places: it needs its year.
const MONTH = String.raw`(${MONTHS.join('|')}|mar\.?(?=\s+2\d{3})|(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)\.?)`

/** Returns what the groups of a part say; undefined if nothing, and it is text. */
type Reading = (groups: (string | undefined)[], today: Day) => Omit<TourSearch, 'words'> | undefined

/** Every part that is understood. What an earlier one has taken, a later one does not see. */
const PARTS: readonly (readonly [RegExp, Reading])[] = [
  [part(String.raw`(\d{4}-\d{2}-\d{2})`), ([day = '']) => (isDay(day) ? { day } : undefined)],
  [
    part(String.raw`(?:(\d{1,4})\s*[-–]|${COUNT}\s+to)\s*${DAYS}`),
    ([from, named, to, unit]) => ({ durations: { from: toDays(from ?? named, unit), to: toDays(to, unit) } }),
  ],
  [part(String.raw`${AT_MOST}\s*${DAYS}`), atMostDays],
  [part(String.raw`${DAYS}\s+${OR_LESS}`), atMostDays],
  [part(String.raw`${LESS_THAN}\s*${DAYS}`), ([count, unit]) => ({ durations: { from: 1, to: toDays(count, unit) - 1 } })],
  [part(DAYS), ([count, unit]) => ({ duration: toDays(count, unit) })],
  [part(String.raw`a\s+week`), () => ({ durations: { from: 7, to: 7, orSays: 'week' } })],
  [part('fortnight'), () => ({ durations: { from: 14, to: 14, orSays: 'fortnight' } })],
  [part('weekends?'), () => ({ durations: { from: 2, to: 3, orSays: 'weekend' } })],
  [part(String.raw`(?:for\s+)?${COUNT}\s*(?:guests?|people|persons?|adults?|travell?ers?)`), guestsOf],
  // "for two", but not "for two nights".
  [part(String.raw`for\s+(\d{1,2}|${NAMED})(?!\s+(?:nights?|months?|years?|hours?))`), guestsOf],
  [part(String.raw`(?:${LESS_THAN}|${AT_MOST})\s*${PRICE}${EACH}`), highestPriceOf],
  [part(String.raw`${PRICE}${EACH}\s+${OR_LESS}`), highestPriceOf],
  [part(String.raw`free\s+cancellation`), () => ({ isFreeToCancel: true })],
  [part(String.raw`(this|next)\s+month`), ([which], today) => ({ month: monthAfter(today, which?.toLowerCase() === 'next' ? 1 : 0) })],
  [
    part(String.raw`${MONTH}(?:\s+(2\d{3}))?`),
    ([name = '', year]) => {
      const month = MONTHS.findIndex((each) => each.startsWith(plain(name).slice(0, 3))) + 1
      return { month: { month, ...(year !== undefined && { year: Number(year) }) } }
    },
  ],
]

/**
 * Parses the search text, whose parts may come in any order. Never fails: what it does not recognise counts as words. `today`: of the
 * agency, for "next month".
 */
export function parseSearch(text: string, today: Day): TourSearch {
  const search: TourSearch = { words: [] }
  let rest = text
  for (const [pattern, read] of PARTS) {
    rest = rest.replace(pattern, (whole, ...groups: (string | undefined)[]) => {
      const understood = read(groups, today)
      Object.assign(search, understood)
      return understood ? ' ' : whole
    })
  }
  search.words = toWords(rest).filter((word) => !EMPTY_WORDS.has(word))
  return search
}

function atMostDays([count, unit]: (string | undefined)[]): Pick<TourSearch, 'durations'> {
  return { durations: { from: 1, to: toDays(count, unit) } }
}

function guestsOf([count]: (string | undefined)[]): Pick<TourSearch, 'guests'> {
  return { guests: toCount(count) }
}

function highestPriceOf([amount = '', thousand]: (string | undefined)[]): Pick<TourSearch, 'highestPrice'> {
  const price = Number(amount.replaceAll(',', '')) * (thousand ? 1000 : 1)
  return { highestPrice: Math.min(price, HIGHEST_PRICE) }
}

function monthAfter(today: Day, count: number): { month: number; year: number } {
  const [year = 0, month = 0] = addMonths(monthOf(today), count).split('-').map(Number)
  return { month, year }
}

function toDays(count: string | undefined, unit: string | undefined): number {
  return toCount(count) * (unit?.toLowerCase() === 'week' ? 7 : 1)
}

function toCount(text = ''): number {
  return /^\d/.test(text)
    ? Number(text)
    : plain(text)
        .split(/[\s-]/)
        .map(toNumber)
        .reduce((sum, each) => sum + each, 0)
}

/** Returns the letters that a pattern took for those: it ignores case, and so takes the long s for an s. */
function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function toNumber(name: string): number {
  const ten = TENS.indexOf(name)
  return ten < 0 ? [...ONES, ...TEENS].indexOf(name) : 10 * (ten + 2)
}

/** Returns the lower-case words of a text, without accents: "Réunion, Île" → ["reunion", "ile"]. */
export function toWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Returns whether a word is a small typo away from another, or from the beginning of it. The first letter must be right. */
export function isTypoOf(word: string, other: string): boolean {
  const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
  if (allowed === 0 || word[0] !== other[0]) return false
  if (editDistance(word, other, allowed) <= allowed) return true
  // A typo at the beginning of a longer word: "famlies" for "families". Four letters begin too many words: "wine" is not "winter".
  return word.length >= 5 && editDistance(word, other.slice(0, word.length + 1), allowed) <= allowed
}

/** Returns the number of edits (insert, delete, replace, swap of neighbours) between two words; above `limit`, any larger number. */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      let cost = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwap) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[to.length] ?? limit + 1
}
