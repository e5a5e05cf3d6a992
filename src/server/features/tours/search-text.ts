import { isDay, type Day } from '#shared/dates.ts'

/** What the free text of the tour search asks for (decisions, "Tours"). */
export interface TourSearch {
  /** Exactly this many days. */
  duration?: number
  /** The tour must take a group of this size and, with a day, have that many seats left. */
  guests?: number
  /** Seats must be left on this day. */
  day?: Day
  /** Normalised words, all of which the tour must have. */
  words: string[]
}

/** Words that only name a unit: alone they say nothing about a tour. */
const UNITS = new Set(['day', 'days', 'guest', 'guests'])

/** Parses the search text, whose parts may come in any order. Never fails: what it does not recognise counts as words. */
export function parseSearch(text: string): TourSearch {
  const search: TourSearch = { words: [] }
  const rest = text
    .replace(/(?<!\S)\d{4}-\d{2}-\d{2}(?!\S)/g, (day) => {
      if (!isDay(day)) return day
      search.day = day
      return ' '
    })
    .replace(/(?<!\S)(\d{1,4})\s*days?(?!\S)/gi, (_, count: string) => {
      search.duration = Number(count)
      return ' '
    })
    .replace(/(?<!\S)(\d{1,4})\s*guests?(?!\S)/gi, (_, count: string) => {
      search.guests = Number(count)
      return ' '
    })
  search.words = toWords(rest).filter((word) => !UNITS.has(word))
  return search
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

/** Returns whether each word asked for is the beginning of a known one or a small typo away from it. */
export function matchesWords(asked: readonly string[], known: readonly string[]): boolean {
  return asked.every((word) => known.some((other) => other.startsWith(word) || isTypoOf(word, other)))
}

function isTypoOf(word: string, other: string): boolean {
  const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
  if (allowed === 0 || word[0] !== other[0]) return false
  // A typo at the beginning of a longer word: "kyto" for "kyotos".
  return editDistance(word, other.slice(0, word.length + 1), allowed) <= allowed || editDistance(word, other, allowed) <= allowed
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
