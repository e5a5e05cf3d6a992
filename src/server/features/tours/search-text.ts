import { isDay, type Day } from '#shared/dates.ts'

/** What the free text of the tour search asks for (decisions, "Tours"). */
export interface TourSearch {
  /** Exactly this many days. */
  duration?: number
  /** The tour must take a group of this size and, with a day or month, have that many seats left. */
  guests?: number
  /** Seats must be left on this day. */
  day?: Day
  /** Seats must be left on some day of this month (1 to 12); without a year, of the next one of that name. */
  month?: { month: number; year?: number }
  /** The highest price for one person, in whole units of the tour's own currency. */
  highestPrice?: number
  /** Cancelling must still give everything back, on the day if one is asked for. */
  isFreeToCancel?: true
  /** Normalised words, all of which the tour must have. */
  words: string[]
}

/** Words that only name a unit: alone they say nothing about a tour. */
const UNITS = new Set(['day', 'days', 'guest', 'guests'])
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

/** Returns a pattern of a whole part of the text: nothing but space, or an end, comes before and after it. */
function part(pattern: string): RegExp {
  return new RegExp(String.raw`(?<!\S)${pattern}(?!\S)`, 'giu')
}

const COUNT = String.raw`(\d{1,4}|${NUMBERS.join('|')})\s*`
const DAY = part(String.raw`\d{4}-\d{2}-\d{2}`)
const DAYS = part(`${COUNT}days?`)
const WEEKS = part(`${COUNT}weeks?`)
const GUESTS = part(String.raw`(?:for\s+)?${COUNT}(?:guests?|people|persons?|adults?|travell?ers?)`)
/** "for two", but not "for two nights". */
const FOR_GUESTS = part(String.raw`for\s+(\d{1,2}|${NUMBERS.join('|')})(?!\s+(?:nights?|months?|years?|hours?))`)
// The sign says nothing: prices are compared in the tour's own currency.
const PRICE = part(String.raw`(?:under|below|less than|up to|at most)\s*\p{Sc}?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})`)
const FREE_CANCELLATION = part(String.raw`free\s+cancellation`)
const MONTH = part(String.raw`(${MONTHS.join('|')})(?:\s+(2\d{3}))?`)

/** Parses the search text, whose parts may come in any order. Never fails: what it does not recognise counts as words. */
export function parseSearch(text: string): TourSearch {
  const search: TourSearch = { words: [] }
  const rest = text
    .replace(DAY, (day) => {
      if (!isDay(day)) return day
      search.day = day
      return ' '
    })
    .replace(DAYS, (_, count: string) => {
      search.duration = toCount(count)
      return ' '
    })
    .replace(WEEKS, (_, count: string) => {
      search.duration = 7 * toCount(count)
      return ' '
    })
    .replace(GUESTS, (_, count: string) => {
      search.guests = toCount(count)
      return ' '
    })
    .replace(FOR_GUESTS, (_, count: string) => {
      search.guests = toCount(count)
      return ' '
    })
    .replace(PRICE, (_, price: string) => {
      search.highestPrice = Number(price.replaceAll(',', ''))
      return ' '
    })
    .replace(FREE_CANCELLATION, () => {
      search.isFreeToCancel = true
      return ' '
    })
    .replace(MONTH, (_, name: string, year: string | undefined) => {
      search.month = { month: MONTHS.indexOf(name.toLowerCase()) + 1, ...(year !== undefined && { year: Number(year) }) }
      return ' '
    })
  search.words = toWords(rest).filter((word) => !UNITS.has(word))
  return search
}

function toCount(text: string): number {
  const named = NUMBERS.indexOf(text.toLowerCase())
  return named < 0 ? Number(text) : named
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
